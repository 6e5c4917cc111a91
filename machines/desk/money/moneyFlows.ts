import type * as api from '../../../contract/desk/money/money.ts';
import { emptyBilling, validateBilling } from '../../../domain/invoices/billing.ts';
import type { CamelCase, CamelCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../engine/form/form.ts';
import type { FormErrors } from '../../engine/form/formErrors.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';
import type { CorrectableInvoice, RefundRequest } from '../plan/dayPlan.ts';
import { reasonRequired, staffForm } from '../staffForm.ts';

/** `amount` is in paise. */
type InPaise<Value extends { amount: string }> = Omit<CamelCased<Value>, 'amount'> & {
  readonly amount: number;
};

/** `status` is in camelCase. */
type WithStatus<Value extends { status: string }> = Omit<Value, 'status'> & {
  readonly status: CamelCase<Value['status']>;
};

export type DeskRefund = Omit<WithStatus<InPaise<api.DeskRefund>>, 'overReturned'> & {
  /** By how much more than its payment was returned, in paise. */
  readonly overReturned: number | null;
};
export type DeskDispute = WithStatus<InPaise<api.DeskDispute>>;
export type UnsettledPayment = InPaise<api.UnsettledPayment>;
export type SaleDate = api.SaleDate;

/** In paise. */
export interface RefundLimits {
  readonly staff: number;
  readonly manager: number;
  readonly version: number;
}

export const limitsRecord = (limits: RefundLimits) => ({ id: 'limits' as const, ...limits });

export interface Money {
  readonly requests: readonly RefundRequest[];
  readonly refunds: readonly DeskRefund[];
  readonly disputes: readonly DeskDispute[];
  readonly payments: readonly UnsettledPayment[];
}
export type ProviderPayment = Omit<InPaise<api.ProviderPayment>, 'refunds'> & {
  readonly refunds: readonly InPaise<api.ProviderPayment['refunds'][number]>[];
};

/** Promises reject with a Failure. */
interface Needs {
  readonly deskPayments: {
    money(signal: AbortSignal): Promise<Money>;
    /** The provider's data about one of its payments. */
    provider(paymentId: string, signal: AbortSignal): Promise<ProviderPayment>;
    /** The dates of a sale that repeats `every` so many weeks, `count` times. */
    saleDates(entry: FormEntry, signal: AbortSignal): Promise<readonly SaleDate[]>;
    refundLimits(signal: AbortSignal): Promise<RefundLimits>;
  };
}

/** Loaded again while the provider has a refund to process. */
const moneyFlow = resourceFlow(
  'money',
  { needs: ['deskPayments'], shows: ['money'] },
  ({ deskPayments }: Needs, _key, signal) => deskPayments.money(signal),
  ({ refunds }) =>
    refunds.some(({ status, method }) => (status === 'due' || status === 'requested') && method === null),
);

/** The key is the payment's id. */
const providerFlow = resourceFlow(
  'provider',
  { needs: ['deskPayments'], shows: ['money'] },
  ({ deskPayments }: Needs, paymentId, signal) => deskPayments.provider(paymentId, signal),
);

/** Others may take a date while the form is open. */
const SALE_DATES_REFRESH_MS = 10_000;

/** The key is the room, the times, the first day and the interval as a query; '' for a sale that does not repeat. */
const saleDatesFlow = resourceFlow(
  'saleDates',
  { needs: ['deskPayments'], shows: ['bookings', 'blockOuts'] },
  async ({ deskPayments }: Needs, key, signal) =>
    key === '' ? [] : deskPayments.saleDates(Object.fromEntries(new URLSearchParams(key)), signal),
  (dates) => dates.length > 0,
  SALE_DATES_REFRESH_MS,
);

/** Only owners read and change them. */
const refundLimitsFlow = resourceFlow(
  'refundLimits',
  {
    needs: ['deskPayments'],
    shows: ['money'],
    editedBy: { saveRefundLimits: (limits: RefundLimits) => [limitsRecord(limits)] },
  },
  ({ deskPayments }: Needs, _key, signal) => deskPayments.refundLimits(signal),
);

const saleLabels = {
  roomId: 'Room',
  start: 'From',
  end: 'To',
  day: 'Date',
  laterDates: 'Dates',
  email: 'Email Address',
  firstName: 'Name',
  phone: 'Phone',
  companyName: 'Company',
  gstin: 'GSTIN',
  address: 'Address',
  note: 'Note',
} as const;

/** A booking that repeats has only the dates that are free. */
export const dateRequired = 'Choose at least one date that is free';

const saleRequired = { day: dateRequired };

/** A chosen customer has an id, and a typed one an address, or else a name and a phone number. */
function customerErrors({ userId = '', email = '', firstName = '', phone }: FormEntry): FormErrors {
  if (userId !== '' || email.trim() !== '') return {};
  if (phone === undefined) return { email: 'Choose the customer, or enter a new one' };
  return {
    ...(firstName.trim() === '' && { firstName: 'Enter the name' }),
    ...(phone.trim() === '' && { phone: 'Enter the phone number, or an email address' }),
  };
}

/** `replacesBilling`: the form has shown the saved details. Otherwise what is empty stays as it is saved, which the server checks. */
function saleErrors(entry: FormEntry): FormErrors {
  const { companyName = '', gstin = '', address = '', replacesBilling = '' } = entry;
  const errors = validateBilling({ ...emptyBilling, companyName, gstin, address });
  return {
    ...customerErrors(entry),
    ...(replacesBilling === ''
      ? Object.fromEntries(Object.entries(errors).filter(([field]) => (entry[field] ?? '').trim() !== ''))
      : errors),
  };
}

/** Sales at the desk, payment links, refunds, and emails that are sent again. */
export const moneyFlows = [
  moneyFlow,
  providerFlow,
  saleDatesFlow,
  refundLimitsFlow,
  staffForm({
    id: 'deskRefund',
    area: 'deskPayments',
    call: 'makeRefund',
    labels: { amount: 'Amount', method: 'How', reference: 'Reference', reason: 'Reason' },
    required: { amount: 'Enter the amount', ...reasonRequired },
    doneText: 'The refund is recorded',
    changes: ['bookings', 'money', 'invoices'],
  }),
  staffForm({
    id: 'correctInvoice',
    area: 'deskPayments',
    call: 'correctInvoice',
    labels: {
      companyName: 'Name on the invoice',
      gstin: 'GSTIN',
      address: 'Address',
      state: 'State',
      reason: 'Reason',
    },
    required: { companyName: 'Enter the name', ...reasonRequired },
    doneText: 'The corrected invoice is issued',
    record: {} as CorrectableInvoice,
    changes: ['bookings', 'invoices'],
  }),
  staffForm({
    id: 'confirmRefund',
    area: 'deskPayments',
    call: 'confirmRefund',
    doneText: 'The refund is confirmed',
    record: {} as RefundRequest,
    changes: ['bookings', 'money', 'invoices'],
  }),
  staffForm({
    id: 'declineRefund',
    area: 'deskPayments',
    call: 'declineRefund',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The refund is declined',
    record: {} as RefundRequest,
    changes: ['bookings', 'money'],
  }),
  staffForm({
    id: 'saveRefundLimits',
    area: 'deskPayments',
    call: 'saveRefundLimits',
    labels: { staff: 'Staff', manager: 'Managers' },
    required: { staff: 'Enter an amount, 0 for none', manager: 'Enter an amount, 0 for none' },
    doneText: 'The limits are saved',
    changes: ['money', 'bookings'],
    isOpen: true,
    edits: {
      resource: 'refundLimits',
      fieldsOf: ({ staff, manager }: ReturnType<typeof limitsRecord>) => `${staff} ${manager}`,
    },
  }),
  staffForm({
    id: 'sale',
    area: 'deskPayments',
    call: 'sell',
    labels: { ...saleLabels, method: 'Paid', reference: 'Reference' },
    required: saleRequired,
    validate: saleErrors,
    doneText: 'Booked',
    isOpen: true,
    changes: ['bookings', 'money', 'people', 'invoices'],
  }),
  staffForm({
    id: 'paymentLink',
    area: 'deskPayments',
    call: 'makeLink',
    labels: saleLabels,
    required: saleRequired,
    validate: saleErrors,
    doneText: 'The times are held until the link is paid',
    isOpen: true,
    changes: ['bookings', 'money', 'people'],
  }),
  staffForm({
    id: 'withdrawLink',
    area: 'deskPayments',
    call: 'withdrawLink',
    doneText: 'The link has been withdrawn, and the times are free',
    changes: ['bookings', 'money'],
  }),
  staffForm({
    id: 'resendEmails',
    area: 'deskPayments',
    call: 'resendEmails',
    doneText: 'The emails will be sent again',
    changes: ['bookings'],
    isOpen: true,
  }),
  staffForm({
    id: 'retryRefund',
    area: 'deskPayments',
    call: 'retryRefund',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The refund is being retried',
    record: {} as DeskRefund,
    changes: ['money', 'bookings'],
  }),
  staffForm({
    id: 'handBack',
    area: 'deskPayments',
    call: 'handBack',
    labels: { method: 'How', reference: 'Reference' },
    doneText: 'The refund has been handed back',
    record: {} as DeskRefund,
    changes: ['money', 'bookings'],
  }),
] as const;
