import { halfPointsOf } from './points.ts';

export const MAX_POINTS_PER_PURCHASE = 100;

/** The default price of a point in paise, GST included: an hour at ₹600 and its tax. */
export const DEFAULT_POINT_PRICE_PAISE = 708_00;

/** Parses a typed number of points; null for anything but a whole number from 1 to MAX_POINTS_PER_PURCHASE. */
export function parsePoints(text: string): number | null {
  const points = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return points >= 1 && points <= MAX_POINTS_PER_PURCHASE ? points : null;
}

/** The price of a number of points in paise, GST included. `pointPaise`: the price of one point. */
export const priceOfPoints = (points: number, pointPaise: number): number =>
  Math.round((halfPointsOf(points) * pointPaise) / 2);
