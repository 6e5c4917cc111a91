import { pointsText } from '../../domain/money/points.ts';
import { parseRupees, rupees } from '../../domain/money/pricing.ts';

/** An amount of the API (rupees, which may have a minus sign, or points) as text: '₹1,886.77', or '1.5 points'. */
export const moneyText = (paidWith: 'card' | 'points', amount: string): string =>
  paidWith === 'card' ? rupeesText(amount) : pointsText(Number(amount));

/** Rupees of the API as text. */
function rupeesText(amount: string): string {
  const paise = parseRupees(amount.replace(/^-/, '')) ?? 0;
  return rupees(amount.startsWith('-') ? -paise : paise, 'always');
}

/** True for an amount of zero. */
export const isNothing = (amount: string): boolean => Number(amount) === 0;
