/** The means of payment at the desk, without the payment provider. */
export const deskMethods = ['cash', 'upi'] as const;
export type DeskMethod = (typeof deskMethods)[number];

/**
 * The method of a payment at the desk, read from its id 'desk_cash_…' or 'desk_upi_…' (decision 0072); null for a payment of
 * the provider, whose ids start with 'pay_', and when there is no payment.
 */
export function deskMethodOf(paymentId: string | null): DeskMethod | null {
  const [, method] = /^desk_(cash|upi)_/.exec(paymentId ?? '') ?? [];
  return (method as DeskMethod | undefined) ?? null;
}

/** The methods in words, as they follow an amount. */
export const deskMethodNames: Record<DeskMethod, string> = { cash: 'in cash', upi: 'by UPI' };
