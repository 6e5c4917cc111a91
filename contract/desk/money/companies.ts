import { z } from 'zod';
import { MAX_ACCOUNT_PAISE, MAX_TERM_DAYS } from '../../../domain/money/companyAccount.ts';
import { billingFields } from '../../invoices/billing.ts';
import { mailableAddress } from '../../account/registration.ts';
import { reason } from '../../reason.ts';
import { companyTaxDocument } from '../invoices.ts';
import { calendarDate, count, filledNumber, flag, rupeesInPaise, wholeNumber } from '../../values.ts';

/**
 * A company whose people book on account. `open` is what it has not paid yet, negative when it has paid more; `since`: the IST date of the oldest
 * charge that is open. Amounts are in rupees.
 */
const company = z.object({
  id: z.string(),
  name: z.string(),
  open: z.string(),
  limit: z.string(),
  since: z.string().nullable(),
  closed: z.boolean(),
});
export type CompanyInList = z.infer<typeof company>;
export const companiesResponse = z.object({ data: z.array(company) });
export type CompaniesResponse = z.infer<typeof companiesResponse>;

export const companyQuery = z.object({ id: z.uuid() });

/**
 * A charge that is not fully paid. `amount` is less its refunds; `on` and `due` are IST dates, and `due` is null until it has an
 * invoice. `invoice` is the valid one; a correction changes no due date.
 */
const openCharge = z.object({
  payment_id: z.string(),
  booking_id: z.string(),
  booking_reference: z.string(),
  day: z.string(),
  customer: z.string(),
  invoice: z.string().nullable(),
  on: z.string(),
  due: z.string().nullable(),
  amount: z.string(),
  open: z.string(),
});

const transfer = z.object({
  id: z.string(),
  received_on: z.string(),
  amount: z.string(),
  reference: z.string(),
  by: z.string(),
});

/**
 * `to_invoice`: what an invoice for last month would have, null if there is nothing or if the month has one already. `is_issuing`: a
 * document gets its number within a minute. `charged` and `returned` are the sums of everything on account; charged − returned −
 * transferred = open. `other_details`: the number of the latest invoice that the caller may correct, if it shows other details than the
 * company has now.
 */
const companyDetails = company.extend({
  version: z.number(),
  address: z.string(),
  gstin: z.string(),
  sez: z.boolean(),
  email: z.string(),
  term_days: z.number(),
  charged: z.string(),
  returned: z.string(),
  transferred: z.string(),
  members: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string() })),
  charges: z.array(openCharge),
  to_invoice: z.object({ month: z.string(), amount: z.string() }).nullable(),
  is_issuing: z.boolean(),
  papers: z.array(companyTaxDocument),
  other_details: z.string().nullable(),
  transfers: z.array(transfer),
});
export type Company = z.infer<typeof companyDetails>;
export const companyResponse = z.object({ data: companyDetails });
export type CompanyResponse = z.infer<typeof companyResponse>;

const amount = rupeesInPaise.refine((paise) => paise <= MAX_ACCOUNT_PAISE, 'must be smaller');

/** POST save company: a new one without an id. `version`: that of the shown details. */
export const saveCompanyRequest = z
  .object({
    id: z.union([z.literal('').transform(() => undefined), z.uuid()]).optional(),
    version: count,
    name: billingFields.company_name.refine((name) => name !== '', 'must not be empty'),
    address: billingFields.address.refine((address) => address !== '', 'must not be empty'),
    gstin: billingFields.gstin,
    /** The company is a unit or developer in a special economic zone, so its invoices have IGST. */
    sez: flag.default(false),
    /** Gets the invoices. */
    email: mailableAddress,
    limit: amount,
    term_days: wholeNumber(MAX_TERM_DAYS),
    closed: flag.default(false),
  })
  .refine(({ sez, gstin }) => !sez || gstin !== '', {
    path: ['gstin'],
    message: 'must not be empty for a special economic zone',
  });
export type SaveCompanyRequest = z.output<typeof saveCompanyRequest>;
export const companySavedResponse = z.object({ data: z.object({ id: z.string() }) });

/** POST add member: the account with the address books for the company. */
export const addMemberRequest = z.object({ company_id: z.uuid(), email: mailableAddress });
export type AddMemberRequest = z.output<typeof addMemberRequest>;

/** POST remove member. */
export const removeMemberRequest = z.object({ company_id: z.uuid(), user_id: z.uuid(), reason });
export type RemoveMemberRequest = z.output<typeof removeMemberRequest>;

/** POST invoice company: issues the invoice for last month, 'YYYY-MM', which was shown. */
export const invoiceCompanyRequest = z.object({
  company_id: z.uuid(),
  month: z.string().regex(/^\d{4}-\d{2}$/, 'must be a month as YYYY-MM'),
});
export type InvoiceCompanyRequest = z.output<typeof invoiceCompanyRequest>;

/** POST record transfer: the company has paid by bank transfer. */
export const recordTransferRequest = z.object({
  company_id: z.uuid(),
  received_on: calendarDate,
  amount: amount.refine((paise) => paise > 0, 'must be more than 0'),
  reference: filledNumber(50),
});
export type RecordTransferRequest = z.output<typeof recordTransferRequest>;

/** POST remove transfer: it was recorded by mistake. */
export const removeTransferRequest = z.object({ company_id: z.uuid(), transfer_id: z.uuid(), reason });
export type RemoveTransferRequest = z.output<typeof removeTransferRequest>;
