import { type PointsPayment, pointsText } from '../../../domain/money/points.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { amountToPay } from '../../../machines/checkout/price.ts';

/** 'Pay ₹886.77', 'Use 1.5 points', 'Pay ₹2,660.31 for 3 dates'. Null until the times are chosen. */
export function payText(selection: BookingSelection, points: PointsPayment | null): string | null {
  if (!selection.range) return null;
  const dates = selection.series ? ` for ${selection.series.dates.length} dates` : '';
  return points
    ? `Use ${pointsText(points.needed)}${dates}`
    : `Pay ${rupees(amountToPay(selection), 'always')}${dates}`;
}
