import { gstinProblemTexts, parseGstin } from './gstin.ts';
import { isStateCode, ROOM_STATE, type StateCode } from './gstStates.ts';
import { oneLine } from '../text/printable.ts';
import { unprintedProblem } from '../text/printedLetters.ts';

/** In characters. */
export const BILLING_LIMITS = { companyName: 300, address: 500 } as const;

/** A user's billing details for invoices. A field that is not known is ''. `state` is a GST state code. */
export interface BillingFields {
  readonly companyName: string;
  readonly gstin: string;
  readonly address: string;
  readonly state: string;
  /** The buyer is a unit or developer in a special economic zone. */
  readonly isSez: boolean;
}

/** The fields that are typed or chosen as text. */
export type BillingTextField = Exclude<keyof BillingFields, 'isSez'>;

export type BillingErrors = Partial<Record<BillingTextField, string>>;

export const emptyBilling: BillingFields = {
  companyName: '',
  gstin: '',
  address: '',
  state: '',
  isSez: false,
};

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

/**
 * True when the GSTIN is of another state than the rooms: the customer cannot claim the tax. A unit in a special economic zone
 * pays IGST, which it can claim in any state.
 */
export function isOutOfStateGstin({ gstin, isSez }: Pick<BillingFields, 'gstin' | 'isSez'>): boolean {
  const state = stateOfGstin(gstin);
  return !isSez && state !== null && state !== ROOM_STATE;
}

/** A supply to a special economic zone is reported with the GSTIN of the unit. */
const SEZ_NEEDS_GSTIN = 'Enter the GSTIN of the unit in the special economic zone';

/**
 * The validation errors in the order of the form's fields. Details with only empty fields are valid: saving them deletes the
 * stored ones.
 */
export function validateBilling({ companyName, gstin, address, state, isSez }: BillingFields): BillingErrors {
  const [nameText, gstinText, addressText] = [companyName, gstin, address].map(oneLine) as [
    string,
    string,
    string,
  ];
  const errors: BillingErrors = {};
  const nameProblem = unprintedProblem(nameText);
  const addressProblem = unprintedProblem(addressText);
  if (nameText === '' && (gstinText || addressText || state || isSez))
    errors.companyName = 'Enter the name for the invoice';
  else if (nameText.length > BILLING_LIMITS.companyName)
    errors.companyName = `Use at most ${BILLING_LIMITS.companyName} characters`;
  else if (nameProblem !== null) errors.companyName = `The name ${nameProblem}`;
  const parsed = parseGstin(gstinText);
  if (gstinText !== '' && parsed.problem !== null)
    errors.gstin = `The GSTIN ${gstinProblemTexts[parsed.problem]}`;
  else if (gstinText === '' && isSez) errors.gstin = SEZ_NEEDS_GSTIN;
  if (gstinText !== '' && addressText === '')
    errors.address = 'Enter the address: an invoice with a GSTIN needs it';
  else if (addressText.length > BILLING_LIMITS.address)
    errors.address = `Use at most ${BILLING_LIMITS.address} characters`;
  else if (addressProblem !== null) errors.address = `The address ${addressProblem}`;
  if (state !== '' && !isStateCode(state)) errors.state = 'Choose a state from the list';
  return errors;
}
