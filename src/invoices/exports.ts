export { LazyInvoiceChoice } from './LazyInvoiceChoice.ts';
export { LazyInvoiceDetails } from './LazyInvoiceDetails.ts';
