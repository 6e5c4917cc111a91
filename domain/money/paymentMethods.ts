import { deskMethodOf } from './deskPayment.ts';

/** As the provider names them. */
export const providerMethods = ['card', 'upi', 'netbanking', 'wallet', 'emi'] as const;
export type ProviderMethod = (typeof providerMethods)[number];

/** How a payment was made. 'card-or-upi' is a payment at the provider whose method an earlier version did not store. */
export const paymentMethods = [
  ...providerMethods,
  'card-or-upi',
  'desk-cash',
  'desk-upi',
  'desk-account',
  'transfer',
  'points',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Parses the provider's name of a method; null for any other text. */
export const providerMethodOf = (text: string | null | undefined): ProviderMethod | null =>
  providerMethods.find((method) => method === text) ?? null;

/**
 * The method of a payment in money: its id contains the method of a payment at the desk, `stored` is that of a payment at the
 * provider.
 */
export function paymentMethodOf(paymentId: string, stored: ProviderMethod | null): PaymentMethod {
  const atDesk = deskMethodOf(paymentId);
  return atDesk === null ? (stored ?? 'card-or-upi') : `desk-${atDesk}`;
}

/** As they follow an amount. */
export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  card: 'by card',
  upi: 'by UPI',
  netbanking: 'by net banking',
  wallet: 'by a wallet',
  emi: 'by instalments',
  'card-or-upi': 'by card or UPI',
  'desk-cash': 'in cash, at the desk',
  'desk-upi': 'by UPI, at the desk',
  'desk-account': 'on account',
  transfer: 'by bank transfer',
  points: 'with Lit points',
};

/** As they stand alone, such as in a table. */
export const paymentMethodTitles: Readonly<Record<PaymentMethod, string>> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'Instalments',
  'card-or-upi': 'Card or UPI',
  'desk-cash': 'Cash at the desk',
  'desk-upi': 'UPI at the desk',
  'desk-account': 'On account',
  transfer: 'Bank transfer',
  points: 'Lit points',
};
