/** The means of payment at the desk, without the payment provider. */
export const deskMethods = ['cash', 'upi'] as const;
export type DeskMethod = (typeof deskMethods)[number];

/** How the desk sells: 'account' is on the account of the customer's company, which pays later by transfer. */
export const saleMethods = [...deskMethods, 'account'] as const;
export type SaleMethod = (typeof saleMethods)[number];

/**
 * The method of a payment at the desk, read from its id 'desk_cash_…', 'desk_upi_…' or 'desk_account_…'; null for a payment of
 * the provider, whose ids start with 'pay_', and when there is no payment.
 */
export function deskMethodOf(paymentId: string | null): SaleMethod | null {
  const [, method] = /^desk_(cash|upi|account)_/.exec(paymentId ?? '') ?? [];
  return (method as SaleMethod | undefined) ?? null;
}

/** True for a booking on account. All payments of such a booking are on account, and no payment of any other one is. */
export const isOnAccount = ({
  paid_by_payment_id: id,
}: {
  readonly paid_by_payment_id: string | null;
}): boolean => deskMethodOf(id) === 'account';

/**
 * How the desk pays out a refund: as it takes payments, by a bank transfer, or otherwise settled with the customer, for refunds
 * that the provider cannot make.
 */
export const payOutMethods = [...deskMethods, 'transfer', 'outside'] as const;
export type PayOutMethod = (typeof payOutMethods)[number];

/** How the desk refunds an amount of a booking: by the payment provider, to the source of the payment, at the desk, or on the account. */
export const refundMethods = ['provider', ...saleMethods] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** As they follow an amount. */
export const deskMethodNames: Record<SaleMethod, string> = {
  cash: 'in cash',
  upi: 'by UPI',
  account: 'on account',
};

export const refundMethodNames: Record<RefundMethod, string> = {
  ...deskMethodNames,
  provider: 'to the card or account that paid',
};

/** True for the id of a refund that the desk has paid out, 'desk_<method>_<refund>'. */
export const isPaidOutAtDesk = (refundId: string | null): boolean => refundId?.startsWith('desk_') ?? false;

export const payOutMethodNames: Record<PayOutMethod, string> = {
  ...deskMethodNames,
  transfer: 'by bank transfer',
  outside: 'as agreed with you',
};

/** The method of a refund that the desk has paid out, read from its id; null for a refund by the provider. */
export function payOutMethodOf(refundId: string | null): PayOutMethod | null {
  const [, method] = /^desk_(cash|upi|transfer|outside)_/.exec(refundId ?? '') ?? [];
  return (method as PayOutMethod | undefined) ?? null;
}
