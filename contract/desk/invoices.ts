import { z } from 'zod';
import { billingRequest } from '../invoices/billing.ts';
import { taxDocumentKind } from '../invoices/taxDocuments.ts';
import { reason } from '../reason.ts';

/** What an invoice says about its buyer, as the form of a correction shows it. */
const buyer = z.object({
  company_name: z.string(),
  address: z.string(),
  gstin: z.string(),
  state: z.string(),
  sez: z.boolean(),
});

/**
 * A tax document of a booking. `correction` is null for a document that the caller cannot correct: a credit note, a replaced or
 * wholly credited invoice, or one whose time is over. `last_day`: IST date.
 */
export const deskTaxDocument = z.object({
  id: z.string(),
  kind: taxDocumentKind,
  number: z.string(),
  date: z.string(),
  amount: z.string(),
  replaced: z.boolean(),
  correction: buyer.extend({ last_day: z.string() }).nullable(),
});
export type DeskTaxDocument = z.infer<typeof deskTaxDocument>;

/**
 * POST correct invoice: a credit note takes back what is left of the invoice, and a new invoice with the right name, address and
 * GSTIN replaces it. An invoice is replaced once, so `invoice_id` also says what was shown.
 */
export const correctInvoiceRequest = z
  .object({ invoice_id: z.uuid(), reason })
  .and(billingRequest)
  .refine(({ company_name: name }) => name !== '', { path: ['company_name'], message: 'must not be empty' });
export type CorrectInvoiceRequest = z.output<typeof correctInvoiceRequest>;

/** The numbers of the new documents. */
export const correctInvoiceResponse = z.object({
  data: z.object({ invoice: z.string(), credit_note: z.string() }),
});
export type CorrectedInvoice = z.infer<typeof correctInvoiceResponse>['data'];
