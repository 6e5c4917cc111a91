/** How people pay at the desk, without the payment provider. */
export const deskMethods = ['cash', 'upi'] as const;
export type DeskMethod = (typeof deskMethods)[number];

/**
 * How a payment was taken at the desk; null for one of the provider, whose ids begin with 'pay_', and for none. The id of a
 * payment at the desk says it: 'desk_cash_…' or 'desk_upi_…' (decision 0072).
 */
export function deskMethodOf(paymentId: string | null): DeskMethod | null {
  const [, method] = /^desk_(cash|upi)_/.exec(paymentId ?? '') ?? [];
  return (method as DeskMethod | undefined) ?? null;
}

/** Each in words, as it follows an amount. */
export const deskMethodNames: Record<DeskMethod, string> = { cash: 'in cash', upi: 'by UPI' };
