import type { BookingTaxDocuments as ApiBookingTaxDocuments } from '../../contract/invoices/taxDocuments.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** An invoice or a credit note; `amount` is in paise. */
export type TaxDocument = Omit<ApiBookingTaxDocuments['papers'][number], 'amount'> & {
  readonly amount: number;
};

export type BookingTaxDocuments = Omit<CamelCased<ApiBookingTaxDocuments>, 'papers'> & {
  readonly papers: readonly TaxDocument[];
};
