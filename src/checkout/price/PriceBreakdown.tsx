import { dateAt, fullDate, instantOf, timeAt } from '../../../domain/time/calendar.ts';
import {
  type AmountPaid,
  defaultCancellationPolicies,
  ownTermsInWords,
  policyInWords,
} from '../../../domain/money/cancellation.ts';
import { rupees, TAX_PERCENT } from '../../../domain/money/pricing.ts';
import { hoursText } from '../../../domain/time/slots.ts';
import { halfPointsOf, type PointsPayment, pointsText } from '../../../domain/money/points.ts';
import { priceOfSelection, slotsOfSelection } from '../../../machines/checkout/price.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { CancellationNote } from '../review/CancellationNote.tsx';
import { RateRows } from './RateRows.tsx';
import { PriceList, PriceRow, StruckAmount } from '../../ui/layout/PriceList.tsx';

interface Props {
  selection: BookingSelection;
  /** Null when the booking is paid by card. */
  points: PointsPayment | null;
}

/** Spec 2. The price is struck through when points pay. */
export function PriceBreakdown({ selection, points }: Props) {
  const price = priceOfSelection(selection);
  const amount = (paise: number | undefined) => (paise === undefined ? '–' : rupees(paise, 'always'));
  const half = TAX_PERCENT / 2;
  const policies = selection.room.cancellation ?? defaultCancellationPolicies;
  const paidWith = points ? 'points' : 'card';
  const policy = policies[paidWith];
  const now = useFlow('checkout', lazyFlows.bookingFlows).getSnapshot().context.clock.now();
  const paid: AmountPaid = {
    with: paidWith,
    amount: points ? halfPointsOf(points.needed) : (price?.total ?? 0),
  };
  // The dates of a series have different deadlines.
  const terms =
    selection.range && !selection.series
      ? ownTermsInWords(
          policy,
          { startsAt: instantOf(selection.date, selection.range.start), now, paid },
          (instant) => `${fullDate(dateAt(instant))} at ${timeAt(instant)}`,
          (value) => (points ? pointsText(value / 2) : rupees(value, 'always')),
        )
      : policyInWords(policy, paidWith);

  return (
    <>
      <PriceList>
        {selection.series && <PriceRow name="Dates">{selection.series.dates.length}</PriceRow>}
        <PriceRow name="Duration">{selection.range ? hoursText(slotsOfSelection(selection)) : '–'}</PriceRow>
        <RateRows selection={selection} />
        <PriceRow name="Sub Total">{amount(price?.subtotal)}</PriceRow>
        <PriceRow name={`SGST(${half}%)`}>{amount(price?.sgst)}</PriceRow>
        <PriceRow name={`CGST(${half}%)`}>{amount(price?.cgst)}</PriceRow>
        {points && (
          <>
            <PriceRow kind="points" name="Balance Lit Points">
              {points.balance}
            </PriceRow>
            <PriceRow kind="points" name="Lit Points needed">
              {points.needed}
            </PriceRow>
          </>
        )}
        <PriceRow kind="total" name="Grand Total">
          {points ? (
            <>
              <VisuallyHidden>Paid with Lit points, so this is not charged: </VisuallyHidden>
              <StruckAmount>{amount(price?.total)}</StruckAmount>
            </>
          ) : (
            amount(price?.total)
          )}
        </PriceRow>
        {points && (
          <PriceRow kind="paid" name="You pay">
            {pointsText(points.needed)}
          </PriceRow>
        )}
      </PriceList>
      <CancellationNote terms={terms.join(' ')} />
    </>
  );
}
