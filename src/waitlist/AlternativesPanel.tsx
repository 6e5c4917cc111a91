import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { rangeText } from '../../domain/ranges.ts';
import { rupees } from '../../domain/pricing.ts';
import { parseBookingTimes } from '../../domain/slots.ts';
import type { BookingSelection } from '../../machines/events/checkout.ts';
import { useFlow, useOptionalFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { JoinWaitlist } from './JoinWaitlist.tsx';

const Panel = styled('div')(({ theme }) => ({
  // A line of its own.
  flexBasis: '100%',
  display: 'grid',
  gap: theme.spacing(1.5),
  '& .label': {
    margin: theme.spacing(0, 0, 0.75),
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 600,
  },
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& li button': {
    minHeight: 44,
    backgroundColor: theme.vars.palette.background.paper,
    fontVariantNumeric: 'tabular-nums',
  },
}));

/** What the server said can be booked instead of the times of the checkout: a press changes the booking to it. */
export default function AlternativesPanel() {
  const checkout = useFlow('checkout');
  const waitlist = useOptionalFlow('waitlist');
  const selection = useSelector(checkout, ({ context }) => context.selection);
  const offered = useSelector(checkout, ({ context }) => context.failure?.details.alternatives);
  if (!selection?.range || selection.moves) return null;
  const choose = (change: Partial<BookingSelection>) =>
    checkout.send({ type: 'checkout.started', selection: { ...selection, ...change } });
  const times = (offered?.times ?? []).flatMap((one) => parseBookingTimes(one) ?? []);

  return (
    <Panel>
      {times.length > 0 && (
        <div>
          <p className="label" id="instead-times">
            Free in this room
          </p>
          <ul aria-labelledby="instead-times">
            {times.map((range) => (
              <li key={range.start}>
                <Button variant="outlined" size="small" onClick={() => choose({ range })}>
                  {rangeText(range)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {offered && offered.rooms.length > 0 && (
        <div>
          <p className="label" id="instead-rooms">
            {rangeText(selection.range)} in another room
          </p>
          <ul aria-labelledby="instead-rooms">
            {offered.rooms.map((room) => (
              <li key={room.id}>
                <Button variant="outlined" size="small" onClick={() => choose({ room })}>
                  {room.room_name}, {rupees(Math.round(room.price_per_hour * 100))} / hr
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {waitlist && <JoinWaitlist waitlist={waitlist} />}
    </Panel>
  );
}
