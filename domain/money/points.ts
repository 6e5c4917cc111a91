/**
 * Lit points: one point is one hour, so a slot costs half a point (ruling 9). The code and the database count integer
 * half-points; the API and the screen show points.
 */
export const pointsFromHalf = (halfPoints: number): number => halfPoints / 2;

/** Points of the API as half-points (18.5 → 37). */
export const halfPointsOf = (points: number): number => Math.round(points * 2);

/** True when a member's balance, in points, covers a number of slots (spec 5). */
export const enoughPoints = (balancePoints: number, slots: number): boolean =>
  slots > 0 && halfPointsOf(balancePoints) >= slots;

/** A customer's membership and balance of Lit points, a multiple of 0.5. */
export interface MemberBalance {
  readonly isMember: boolean;
  readonly points: number;
}

/** The balance of a member and the points that a booking needs, in points. */
export interface PointsPayment {
  readonly balance: number;
  readonly needed: number;
}

/**
 * Decides between Lit points and the card for a number of slots: a member with enough points pays with points (spec 6). Null when
 * the card pays.
 */
export const pointsPayment = ({ isMember, points }: MemberBalance, slots: number): PointsPayment | null =>
  isMember && enoughPoints(points, slots) ? { balance: points, needed: pointsFromHalf(slots) } : null;

/** A customer's membership and balance in half-points. `own_half_points` can be used without a membership. */
export interface PointsHolder {
  readonly is_member: boolean;
  readonly half_points: number;
  readonly own_half_points: number;
}

/** True for members, and for customers who still have points that they can use without a membership. */
export const paysWithPoints = ({ is_member, own_half_points }: PointsHolder): boolean =>
  is_member || own_half_points > 0;

/** The half-points with which a customer can pay: all for a member. */
export const spendableHalfPoints = ({ is_member, half_points, own_half_points }: PointsHolder): number =>
  is_member ? half_points : own_half_points;

/** Points formatted for people: '1 point', '1.5 points', '0.5 points'. */
export const pointsText = (points: number): string => `${points} ${points === 1 ? 'point' : 'points'}`;

/** '1 point is', '1.5 points are': the beginning of a sentence. */
export const pointsAre = (points: number): string => `${pointsText(points)} ${points === 1 ? 'is' : 'are'}`;
