import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from '../../domain/account/deskSearch.ts';
import { isDate } from '../../domain/time/calendar.ts';
import { billingRequest } from '../invoices/billing.ts';
import { taxDocumentKind } from '../invoices/taxDocuments.ts';
import { reason } from '../reason.ts';
import { count, typedText } from '../values.ts';

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
 * A tax document of a company. By number: `invoice` is the one of a credit note, and a corrected invoice `replaces` the one that it is
 * `replaced_by`. `correction` has the present details of the company.
 */
export const companyTaxDocument = deskTaxDocument.extend({
  invoice: z.string().nullable(),
  replaces: z.string().nullable(),
  replaced_by: z.string().nullable(),
});
export type CompanyTaxDocument = z.infer<typeof companyTaxDocument>;

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

/**
 * GET tax documents: the invoices and credit notes of a month ('YYYY-MM', IST), or of all months, the latest first. `search`: their
 * number, or words of the buyer's name or GSTIN. `before`: continues a list from its `next`.
 */
export const taxDocumentsQuery = z.object({
  month: z
    .string()
    .refine((text) => isDate(`${text}-01`), 'must be a month as YYYY-MM')
    .optional(),
  search: typedText.max(MAX_SEARCH_LENGTH, `must be at most ${MAX_SEARCH_LENGTH} characters`).default(''),
  before: count.optional(),
});
export type TaxDocumentsQuery = z.output<typeof taxDocumentsQuery>;

/** An invoice or credit note as it was issued. `amount` is in rupees; `replaced`: a corrected invoice is valid instead. */
const issuedTaxDocument = z.object({
  id: z.string(),
  kind: taxDocumentKind,
  number: z.string(),
  date: z.string(),
  customer: z.string(),
  /** Null for a company. */
  user_id: z.string().nullable(),
  company_id: z.string().nullable(),
  gstin: z.string().nullable(),
  amount: z.string(),
  replaced: z.boolean(),
});

/** `next` is null on the last page. */
const taxDocuments = z.object({ documents: z.array(issuedTaxDocument), next: z.number().nullable() });
export type TaxDocuments = z.infer<typeof taxDocuments>;
export const taxDocumentsResponse = z.object({ data: taxDocuments });
export type TaxDocumentsResponse = z.infer<typeof taxDocumentsResponse>;
