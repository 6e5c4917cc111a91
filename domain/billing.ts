import { gstinProblemTexts, parseGstin } from './gstin.ts';
import { isStateCode, ROOM_STATE, type StateCode } from './gstStates.ts';
import { oneLine } from './printable.ts';
import { BILLING_LIMITS } from './validation.ts';

/** A user's billing details for invoices. A field that is not known is ''. `state` is a GST state code. */
export interface BillingFields {
  readonly companyName: string;
  readonly gstin: string;
  readonly address: string;
  readonly state: string;
}

export type BillingErrors = Partial<Record<keyof BillingFields, string>>;

export const emptyBilling: BillingFields = { companyName: '', gstin: '', address: '', state: '' };

/**
 * An invoice of at least this taxable value, in paise, must have the customer's address and state (rule 46(f) of the CGST
 * Rules).
 */
export const LARGE_INVOICE_PAISE = 50_000_00;

/** The state of a GSTIN, which overrides the chosen state; null when the text is not a valid GSTIN. */
export function stateOfGstin(text: string): StateCode | null {
  const parsed = parseGstin(text);
  return parsed.problem === null ? parsed.state : null;
}

/** True when the GSTIN is of another state than the rooms: the customer cannot claim the tax. */
export function isOutOfStateGstin({ gstin }: Pick<BillingFields, 'gstin'>): boolean {
  const state = stateOfGstin(gstin);
  return state !== null && state !== ROOM_STATE;
}

/**
 * The validation errors in the order of the form's fields. Details with only empty fields are valid: saving them deletes the
 * stored ones.
 */
export function validateBilling({ companyName, gstin, address, state }: BillingFields): BillingErrors {
  const [nameText, gstinText, addressText] = [companyName, gstin, address].map(oneLine) as [
    string,
    string,
    string,
  ];
  const errors: BillingErrors = {};
  if (nameText === '' && (gstinText || addressText || state))
    errors.companyName = 'Enter the name for the invoice';
  else if (nameText.length > BILLING_LIMITS.companyName)
    errors.companyName = `Use at most ${BILLING_LIMITS.companyName} characters`;
  const parsed = parseGstin(gstinText);
  if (gstinText !== '' && parsed.problem !== null)
    errors.gstin = `The GSTIN ${gstinProblemTexts[parsed.problem]}`;
  if (gstinText !== '' && addressText === '')
    errors.address = 'Enter the address: an invoice with a GSTIN needs it';
  else if (addressText.length > BILLING_LIMITS.address)
    errors.address = `Use at most ${BILLING_LIMITS.address} characters`;
  if (state !== '' && !isStateCode(state)) errors.state = 'Choose a state from the list';
  return errors;
}
