import { gstinProblemTexts, parseGstin } from './gstin.ts';
import { isStateCode, ROOM_STATE, type StateCode } from './gstStates.ts';
import { oneLine } from './printable.ts';
import { BILLING_LIMITS } from './validation.ts';

/** What a user wants on invoices; each is empty when it is not known. `state`: a GST code. */
export interface BillingFields {
  readonly companyName: string;
  readonly gstin: string;
  readonly address: string;
  readonly state: string;
}

export type BillingErrors = Partial<Record<keyof BillingFields, string>>;

export const emptyBilling: BillingFields = { companyName: '', gstin: '', address: '', state: '' };

/** From this taxable value on, in paise, an invoice names the customer's address and state (rule 46(f) of the CGST Rules). */
export const LARGE_INVOICE_PAISE = 50_000_00;

/** The state of the GSTIN, which decides the state of the details; null without a complete one. */
export function stateOfGstin(text: string): StateCode | null {
  const parsed = parseGstin(text);
  return parsed.problem === null ? parsed.state : null;
}

/** True when the tax of a room cannot be claimed: the GSTIN is of another state than the rooms. */
export function isOutOfStateGstin({ gstin }: Pick<BillingFields, 'gstin'>): boolean {
  const state = stateOfGstin(gstin);
  return state !== null && state !== ROOM_STATE;
}

/** What is wrong with the details, in words for the form, in the order of its fields. All empty deletes them. */
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
  if (state !== '' && !isStateCode(state)) errors.state = 'Choose a state of the list';
  return errors;
}
