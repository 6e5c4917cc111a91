import type { BookingTaxDocuments as ApiBookingTaxDocuments } from '../../contract/invoices/taxDocuments.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** The invoices and credit notes of a booking. */
export type BookingTaxDocuments = CamelCased<ApiBookingTaxDocuments>;
