import { halfPointsOf, pointsFromHalf, pointsText } from '../../domain/money/points.ts';
import { rupees, rupeesAmount } from '../../domain/money/pricing.ts';
import type { User } from '../account/users.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';

/** In paise. The points that were bought first are used first. */
async function paidForPointsLeft(tx: Tx, user: Pick<User, 'id' | 'own_half_points'>): Promise<number> {
  const purchases = await tx
    .selectFrom('point_purchase')
    .select(['half_points', 'amount_paise'])
    .where('user_id', '=', user.id)
    .where('granted_at', 'is not', null)
    .orderBy('granted_at', 'desc')
    .execute();
  let left = user.own_half_points;
  let paise = 0;
  for (const { half_points, amount_paise } of purchases) {
    const unused = Math.min(left, half_points);
    paise += Math.round((amount_paise * unused) / half_points);
    left -= unused;
  }
  return paise;
}

/**
 * Throws 409 'points-left' when closing the account would lose points that the user has bought, or that a booking has returned,
 * unless the user has agreed to lose exactly these. `agreedPoints`: undefined when the user was not asked yet.
 */
export async function checkLostPoints(
  tx: Tx,
  user: Pick<User, 'id' | 'own_half_points'>,
  agreedPoints: number | undefined,
): Promise<void> {
  const { own_half_points: own } = user;
  if (own === 0 || (agreedPoints !== undefined && halfPointsOf(agreedPoints) === own)) return;
  const points = pointsFromHalf(own);
  const paise = await paidForPointsLeft(tx, user);
  const price = paise === 0 ? '' : `, for which you paid ${rupees(paise)}`;
  throw new ApiError('points-left', `You would lose ${pointsText(points)}${price}. They are not refunded.`, {
    points_left: { points, amount: rupeesAmount(paise) },
  });
}
