/**
 * Lit points: one point is one hour, so a half-hour is half a point (ruling 9). The code and the database count
 * integer half-points, of which a booking costs one for every half-hour; the API and the screen show points.
 */
export const pointsFromHalf = (halfPoints: number): number => halfPoints / 2;

/** Half-points of a number of points as the API gives it (18.5 → 37). */
export const halfPointsOf = (points: number): number => Math.round(points * 2);

/** True when a member's balance, in points, pays for a number of half-hours (spec 5). */
export const enoughPoints = (balancePoints: number, slots: number): boolean =>
  slots > 0 && halfPointsOf(balancePoints) >= slots;
