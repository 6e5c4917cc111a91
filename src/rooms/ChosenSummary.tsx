import { useSelector } from '@xstate/react';
import { priceOf, rupees, TAX_PERCENT } from '../../domain/pricing.ts';
import { clockTime, halfHoursIn, hoursText, rangeOf } from '../../domain/slots.ts';
import type { RoomSlots } from '../system/flows.ts';
import { styled } from '../theme/styled.ts';

const Summary = styled('p')(({ theme }) => ({
  margin: 0,
  lineHeight: 1.4,
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontVariantNumeric: 'tabular-nums',
  '& strong': {
    display: 'block',
    color: theme.vars.palette.text.primary,
    fontSize: theme.typography.body1.fontSize,
    fontWeight: 650,
  },
}));

/** What has been chosen in a room and what it comes to; read out whenever it changes. */
export function ChosenSummary({ slots, hourPaise }: { slots: RoomSlots; hourPaise: number }) {
  const chosen = useSelector(slots, ({ context }) => context.selection);
  // What was chosen for a day that is not shown is not chosen.
  const isDateless = useSelector(slots, (snapshot) => snapshot.matches('dateless'));
  const selection = isDateless ? [] : chosen;
  const range = rangeOf(selection);
  return (
    <Summary aria-live="polite">
      {range ? (
        <>
          <strong>
            {clockTime(range.start)} – {clockTime(range.end)}
          </strong>
          {hoursText(halfHoursIn(range))} · {rupees(priceOf(hourPaise, halfHoursIn(range)).total)} with{' '}
          {TAX_PERCENT}% GST
        </>
      ) : (
        'No half-hour chosen yet'
      )}
    </Summary>
  );
}
