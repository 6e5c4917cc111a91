import { perHourText, ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { hoursText } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { partsOfSelection } from '../../../machines/checkout/price.ts';
import { PriceRow } from '../../ui/layout/PriceList.tsx';

/** What each rate of the room adds to the Sub Total; nothing when all hours have one price. */
export const RateRows = ({ selection }: { selection: BookingSelection }) =>
  partsOfSelection(selection).map(({ pricePerHour, slots, range, subtotal }) => {
    const name = range ? ratedRangeText(range) : `${hoursText(slots)} at ${perHourText(pricePerHour)}`;
    return (
      <PriceRow key={name} name={name}>
        {rupees(subtotal, 'always')}
      </PriceRow>
    );
  });
