import type { Money, ProviderPayment } from '../../contract/deskMoney.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

/** What the flows about money read. Promises reject with a Failure. */
interface Needs {
  readonly deskPayments: {
    money(signal: AbortSignal): Promise<Money>;
    /** What the provider says about one of its payments. */
    provider(paymentId: string, signal: AbortSignal): Promise<ProviderPayment>;
  };
}

/** What the provider has not done yet is loaded again. */
const moneyFlow = resourceFlow(
  'money',
  ['deskPayments'],
  ({ deskPayments }: Needs, _key, signal) => deskPayments.money(signal),
  ({ refunds }) => refunds.some(({ status, method }) => status !== 'processed' && method === null),
);

/** What the provider says; the key is the payment's id. */
const providerFlow = resourceFlow(
  'provider',
  ['deskPayments'],
  ({ deskPayments }: Needs, paymentId, signal) => deskPayments.provider(paymentId, signal),
);

const saleLabels = {
  mid: 'Room',
  stime: 'From',
  ctime: 'To',
  bdate: 'Date',
  email: 'Email Address',
  first_name: 'Name',
  phone: 'Phone',
} as const;

/** Selling at the desk, payment links, refunds, and letters that are sent again. */
export const moneyFlows = [
  moneyFlow,
  providerFlow,
  staffForm({
    id: 'sale',
    area: 'deskPayments',
    call: 'sell',
    labels: { ...saleLabels, reference: 'Reference' },
    required: { email: 'Enter the email address of the customer' },
    doneText: 'Booked and paid at the desk',
    changes: ['dayPlan'],
  }),
  staffForm({
    id: 'paymentLink',
    area: 'deskPayments',
    call: 'makeLink',
    labels: saleLabels,
    required: { email: 'Enter the email address of the customer' },
    doneText: 'The times are held, and the link is sent',
    changes: ['dayPlan'],
  }),
  staffForm({
    id: 'withdrawLink',
    area: 'deskPayments',
    call: 'withdrawLink',
    doneText: 'The link is taken back, and the times are free',
    changes: ['deskBooking', 'dayPlan'],
  }),
  staffForm({
    id: 'resendLetters',
    area: 'deskPayments',
    call: 'resendLetters',
    doneText: 'The letters are sent again',
    changes: ['deskBooking'],
    isOpen: true,
  }),
  staffForm({
    id: 'retryRefund',
    area: 'deskPayments',
    call: 'retryRefund',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The refund is tried now',
    changes: ['money'],
  }),
  staffForm({
    id: 'handBack',
    area: 'deskPayments',
    call: 'handBack',
    labels: { method: 'How', reference: 'Reference' },
    doneText: 'The refund is handed back',
    changes: ['money'],
  }),
] as const;
