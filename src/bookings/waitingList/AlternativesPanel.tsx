import Stack from '@mui/material/Stack';
import { useSelector } from '../../app/system/useSelector.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { useLiveSlots } from '../../rooms/exports.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { ServerAlternatives } from './ServerAlternatives.tsx';
import JoinWaitingList from '../JoinWaitingList.tsx';

const Panel = styled(Stack)(({ theme }) => ({
  // The panel takes a whole line.
  flexBasis: '100%',
  gap: theme.spacing(1.5),
}));

/** A press changes the selection to an alternative. */
export default function AlternativesPanel() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const missed = useSelector(checkout, ({ context }) => context.missed);
  const selection = useSelector(checkout, ({ context }) => context.selection);
  const offered = useSelector(checkout, ({ context }) => context.failure?.details.alternatives);
  useLiveSlots();
  if (!selection || !missed) return null;
  const choose = (change: Partial<BookingSelection>) =>
    checkout.send({ type: 'checkout.started', selection: { ...selection, ...change } });

  return (
    <Panel>
      {offered && (
        <ServerAlternatives
          id="instead"
          offered={offered}
          roomId={selection.room.id}
          date={selection.date}
          range={missed.range}
          onTime={(range) => choose({ range })}
          onRoom={(room) => choose({ room, range: missed.range })}
        />
      )}
      <JoinWaitingList times={{ room: selection.room, date: selection.date, range: missed.range }} />
    </Panel>
  );
}
