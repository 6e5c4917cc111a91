import { pointsText } from '../../domain/points.ts';
import { parseRupees, rupees } from '../../domain/pricing.ts';

/** An amount of the API (rupees or points) as text: '₹886.77', or '1.5 points'. */
export const moneyText = (paidWith: 'card' | 'points', amount: string): string =>
  paidWith === 'card' ? rupees(parseRupees(amount) ?? 0, 'always') : pointsText(Number(amount));

/** True for an amount of zero. */
export const isNothing = (amount: string): boolean => Number(amount) === 0;
