import { rupees } from '../../../domain/money/pricing.ts';
import { hoursText, slotCount } from '../../../domain/time/slots.ts';
import { priceOfSelection } from '../../../machines/checkout/price.ts';
import type { BookingSelection, MoveSelection } from '../../../machines/checkout/events.ts';
import { CancellationNote } from '../review/CancellationNote.tsx';
import { RateRows } from './RateRows.tsx';
import { PriceList, PriceRow } from '../../ui/layout/PriceList.tsx';

interface Props {
  selection: BookingSelection;
  pendingMove: MoveSelection;
}

/** The new price minus the amount already paid. */
export function MovePriceBreakdown({ selection, pendingMove: { difference, terms } }: Props) {
  const total = priceOfSelection(selection)?.total ?? 0;
  return (
    <>
      <PriceList>
        <PriceRow name="Duration">{selection.range ? hoursText(slotCount(selection.range)) : '–'}</PriceRow>
        <RateRows selection={selection} />
        <PriceRow name="New price">{rupees(total, 'always')}</PriceRow>
        <PriceRow name="Already paid">{rupees(total - difference, 'always')}</PriceRow>
        <PriceRow kind="total" name="To pay">
          {rupees(difference, 'always')}
        </PriceRow>
      </PriceList>
      {terms !== undefined && <CancellationNote terms={terms} />}
    </>
  );
}
