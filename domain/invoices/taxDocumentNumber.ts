/** April. */
const FIRST_MONTH = 4;

/**
 * The financial year of an IST date ('YYYY-MM-DD'), April to March, as it appears in the numbers of invoices: '2627' for
 * 2026-04-01 to 2027-03-31.
 */
export function financialYear(date: string): string {
  const [year, month] = date.split('-').map(Number) as [number, number];
  const first = month < FIRST_MONTH ? year - 1 : year;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

/** '2728' for '2627'. */
export const nextFinancialYear = (year: string): string => financialYear(`20${year.slice(2)}-04-01`);

/** Rule 46(b) of the CGST Rules. */
export const MAX_TAX_DOCUMENT_NUMBER_LENGTH = 16;

/** The prefix of a series of invoices or credit notes: one letter and up to two letters or digits. */
export const TAX_DOCUMENT_SERIES = /^[A-Z][A-Z0-9]{0,2}$/;

/**
 * The `n`th number of a series in a financial year: 'LR/2627/0000123'. Throws when it is longer than
 * MAX_TAX_DOCUMENT_NUMBER_LENGTH.
 */
export function taxDocumentNumber(series: string, year: string, n: number): string {
  const number = `${series}/${year}/${String(n).padStart(7, '0')}`;
  if (number.length > MAX_TAX_DOCUMENT_NUMBER_LENGTH) throw new Error(`the number ${number} is too long`);
  return number;
}

export interface ParsedTaxDocumentNumber {
  readonly series: string;
  readonly year: string;
  readonly sequence: number;
}

/** The parts of the number of an invoice or credit note; null for any other text. */
export function parseTaxDocumentNumber(number: string): ParsedTaxDocumentNumber | null {
  const [, series, year, digits] = /^([A-Z][A-Z0-9]{0,2})\/(\d{4})\/(\d{7})$/.exec(number) ?? [];
  if (series === undefined || year === undefined || digits === undefined || Number(digits) === 0) return null;
  return { series, year, sequence: Number(digits) };
}
