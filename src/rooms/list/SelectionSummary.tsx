import { useSelector } from '../../app/system/useSelector.ts';
import { rupees, TAX_PERCENT } from '../../../domain/money/pricing.ts';
import { priceOfTimes, rangesWithRates } from '../../../domain/money/rates.ts';
import { ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { clockTime, slotCount, hoursText, rangeOf } from '../../../domain/time/slots.ts';
import { allowsLength, type LengthLimits, lengthText } from '../../../domain/rooms/bookingLength.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';

const Summary = styled('p')(({ theme }) => ({
  margin: 0,
  lineHeight: 1.4,
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontVariantNumeric: 'tabular-nums',
}));

const Times = styled('strong')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.primary,
  fontSize: theme.typography.body1.fontSize,
  fontWeight: 650,
}));

// On a phone the summary stays over the slots, and the prices of the day are below them.
const Prices = styled('span')(({ theme }) => ({
  display: 'block',
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

const WrongLength = styled('strong')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.error.main,
  fontWeight: 600,
}));

interface Props {
  slots: RoomSlotsActor;
  limits: LengthLimits;
}

/** A live region. */
export function SelectionSummary({ slots, limits }: Props) {
  const chosen = useSelector(slots, ({ context }) => context.selection);
  const room = useSelector(slots, ({ context }) => context.room);
  const date = useSelector(slots, ({ context }) => context.date) ?? '';
  // Without a date the stored selection is not shown.
  const hasNoDate = useSelector(slots, (snapshot) => snapshot.matches({ day: 'noDate' }));
  const selection = hasNoDate ? [] : chosen;
  const range = rangeOf(selection);
  const prices = range ? rangesWithRates(room, date, range) : [];
  return (
    <Summary aria-live="polite">
      {range ? (
        <>
          <Times>{`${clockTime(range.start)} – ${clockTime(range.end)}`}</Times>
          <span>{`${hoursText(slotCount(range))} · ${rupees(priceOfTimes(room, date, range).total)} with ${TAX_PERCENT}% GST`}</span>
          {prices.length > 0 && <Prices>{prices.map(ratedRangeText).join(', ')}</Prices>}
          {!allowsLength(limits, range) && <WrongLength>{`${lengthText(limits)} only`}</WrongLength>}
        </>
      ) : (
        'No time chosen yet'
      )}
    </Summary>
  );
}
