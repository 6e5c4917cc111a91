import { camelCased } from '../text/camelCased.ts';
import type { AmountPaid } from './cancellation.ts';
import { halfPointsOf, pointsFromHalf, pointsText } from './points.ts';
import { parseRupees, rupees, rupeesAmount } from './pricing.ts';

/** The API's rupees ('-59.00') in paise; 0 for a text that is no amount. */
export function parsePaise(text: string): number {
  const paise = parseRupees(text.replace(/^-/, '')) ?? 0;
  return text.startsWith('-') ? -paise : paise;
}

/** A value of the API in camelCase, with its amount of rupees in paise. */
export const withPaise = <Value extends { readonly amount: string }>({ amount, ...value }: Value) =>
  Object.assign(camelCased(value), { amount: parsePaise(amount) });

/** An amount of the API, which is in rupees or in points. */
export const parseAmount = (paidWith: AmountPaid['with'], text: string): AmountPaid => ({
  with: paidWith,
  amount: paidWith === 'card' ? parsePaise(text) : halfPointsOf(Number(text)),
});

/** An amount as the API and the forms of the desk write it: rupees with two decimals, or points. */
export const amountField = ({ with: paidWith, amount }: AmountPaid): string =>
  paidWith === 'points' ? String(pointsFromHalf(amount)) : rupeesAmount(amount);

/** An amount formatted for people: '₹1,886.77', '-₹59.00', '1.5 points'. */
export const amountText = ({ with: paidWith, amount }: AmountPaid): string =>
  paidWith === 'card' ? rupees(amount, 'always') : pointsText(pointsFromHalf(amount));
