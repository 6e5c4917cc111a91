import { halfPointsOf } from './points.ts';

/** The most points that are bought at once. */
export const MAX_POINTS_PER_PURCHASE = 100;

/** What a point costs in paise, GST included, unless the business says otherwise: an hour at ₹600 and its tax. */
export const DEFAULT_POINT_PRICE_PAISE = 708_00;

/** The whole number of points in what somebody typed; null for anything else, and for more than are bought at once. */
export function parsePoints(text: string): number | null {
  const points = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return points >= 1 && points <= MAX_POINTS_PER_PURCHASE ? points : null;
}

/** What a number of points costs in paise, GST included. */
export const priceOfPoints = (points: number, pointPaise: number): number =>
  Math.round((halfPointsOf(points) * pointPaise) / 2);
