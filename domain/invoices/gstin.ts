import { isStateCode, type StateCode } from './gstStates.ts';
import { plainCode } from '../text/typedText.ts';

/** Why a text is not a valid GSTIN. */
export type GstinProblem = 'length' | 'format' | 'state' | 'check-digit' | 'uin';

export type ParsedGstin =
  | { readonly gstin: string; readonly state: StateCode; readonly problem: null }
  | { readonly problem: GstinProblem };

const LENGTH = 15;

/** State code, PAN (five letters, four digits, a letter), registration number, usually 'Z', check digit. */
const GSTIN_FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][0-9A-Z]{2}$/;

/**
 * The check digit for the first 14 characters of a GSTIN. Each character is a base-36 digit, multiplied by 1 and 2 in turn. The
 * quotient and remainder of each product by 36 are added up, and the check digit completes the sum to a multiple of 36.
 */
export function gstinCheckDigit(first14: string): string {
  let sum = 0;
  for (let n = 0; n < first14.length; n += 1) {
    const product = Number.parseInt(first14.charAt(n), 36) * (n % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase();
}

/** Unique Identity Number of an embassy or a body of the United Nations: state, year, country or body, number, 'UN', digit. */
const UIN_FORMAT = /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/;

/** A label that is copied with the number, such as 'GSTIN: ' or 'GST No. '. */
const LABEL = /^(?:GST(?:IN)?(?:\/UIN)?|UIN)(?:NO|NUMBER)?[.:#]*(?=\d)/;

/** A GSTIN as it is stored: in upper case, without separators and without a label before it. */
export const cleanGstin = (text: string): string =>
  plainCode(text)
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(LABEL, '');

/**
 * Parses a GSTIN. Lower case, spaces, dashes, invisible characters and a label before the number are accepted. The format, the state and the check digit are verified; whether the
 * number is registered, and to which business, is not.
 */
export function parseGstin(text: string): ParsedGstin {
  const gstin = cleanGstin(text);
  if (gstin.length !== LENGTH) return { problem: 'length' };
  if (UIN_FORMAT.test(gstin)) return { problem: 'uin' };
  if (!GSTIN_FORMAT.test(gstin)) return { problem: 'format' };
  const state = gstin.slice(0, 2);
  if (!isStateCode(state)) return { problem: 'state' };
  if (gstin.at(-1) !== gstinCheckDigit(gstin.slice(0, -1))) return { problem: 'check-digit' };
  return { gstin, state, problem: null };
}

/** The texts of the problems for the form and for the API's errors; each follows the name of the field. */
export const gstinProblemTexts: Readonly<Record<GstinProblem, string>> = {
  length: 'must have 15 letters and digits',
  format: 'must look like 33ABCDE1234F1Z5: state, PAN and three more characters',
  state: 'must begin with the code of a state, such as 33 for Tamil Nadu',
  uin: 'is a UIN of an embassy or a UN body: leave it out here, write it into the address, and send us a message',
  'check-digit': 'has a mistyped character: its last one does not match the others',
};
