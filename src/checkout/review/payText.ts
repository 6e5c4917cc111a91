import { type PointsPayment, pointsText } from '../../../domain/money/points.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { amountToPay, isOnAccount } from '../../../machines/checkout/price.ts';

/** 'Pay ₹886.77', 'Use 1.5 points', 'Pay ₹2,660.31 for 3 dates'. Null until the times are chosen. */
export function payText(selection: BookingSelection, points: PointsPayment | null): string | null {
  if (!selection.range) return null;
  const dates = selection.series ? ` for ${selection.series.dates.length} dates` : '';
  if (isOnAccount(selection)) return `On account: ${rupees(amountToPay(selection), 'always')}`;
  return points
    ? `Use ${pointsText(points.needed)}${dates}`
    : `Pay ${rupees(amountToPay(selection), 'always')}${dates}`;
}

interface PayTexts {
  /** Null while the label cannot be known. */
  readonly label: string | null;
  readonly totalName: string;
  readonly total: string;
}

/**
 * The texts of the button that confirms. `points` is null when the card pays. `isBalanceUnknown`: the points of a member are not loaded
 * yet. `incompleteDates`: the number of dates of a series that is being chosen and cannot be booked yet; null otherwise.
 */
export function payTexts(
  selection: BookingSelection,
  {
    points,
    isBalanceUnknown,
    incompleteDates,
  }: {
    readonly points: PointsPayment | null;
    readonly isBalanceUnknown: boolean;
    readonly incompleteDates: number | null;
  },
): PayTexts {
  if (incompleteDates !== null) {
    return {
      label: `${incompleteDates} dates, not included yet`,
      totalName: `Total, ${incompleteDates} dates`,
      total: '–',
    };
  }
  return {
    // A move is paid for as its booking was.
    label:
      isBalanceUnknown && !selection.pendingMove && !isOnAccount(selection)
        ? null
        : payText(selection, points),
    totalName: selection.series ? `Total, ${selection.series.dates.length} dates` : 'Total',
    total: points ? pointsText(points.needed) : rupees(amountToPay(selection), 'always'),
  };
}
