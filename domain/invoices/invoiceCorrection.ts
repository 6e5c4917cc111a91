import { financialYear } from './taxDocumentNumber.ts';

/**
 * The last day (IST) on which an invoice is corrected: 30 November after the financial year of its date (section 34(2) of the CGST
 * Act). An annual return that is filed earlier ends it earlier, which nothing here knows.
 */
export const lastCorrectionDay = (invoiceDate: string): string =>
  `20${financialYear(invoiceDate).slice(2)}-11-30`;
