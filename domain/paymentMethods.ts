import { deskMethodOf } from './deskPayment.ts';

/** How people pay at the provider, in its words. */
export const providerMethods = ['card', 'upi', 'netbanking', 'wallet', 'emi'] as const;
export type ProviderMethod = (typeof providerMethods)[number];

/** How a payment was made. 'card-or-upi': at the provider, and an earlier version did not store how. */
export const paymentMethods = [...providerMethods, 'card-or-upi', 'desk-cash', 'desk-upi', 'points'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const providerMethodOf = (text: string | null | undefined): ProviderMethod | null =>
  providerMethods.find((method) => method === text) ?? null;

/** How a payment of money was made: its id says it of one at the desk, `stored` of one of the provider. */
export function paymentMethodOf(paymentId: string, stored: ProviderMethod | null): PaymentMethod {
  const atDesk = deskMethodOf(paymentId);
  return atDesk === null ? (stored ?? 'card-or-upi') : `desk-${atDesk}`;
}

/** Each in words, as it follows an amount. */
export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  card: 'by card',
  upi: 'by UPI',
  netbanking: 'by net banking',
  wallet: 'by a wallet',
  emi: 'by instalments',
  'card-or-upi': 'by card or UPI',
  'desk-cash': 'in cash, at the desk',
  'desk-upi': 'by UPI, at the desk',
  points: 'with Lit points',
};
