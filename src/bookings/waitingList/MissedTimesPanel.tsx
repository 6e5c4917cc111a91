import Stack from '@mui/material/Stack';
import { useSelector } from '../../app/system/useSelector.ts';
import type { MissedTimes } from '../../../machines/rooms/slots/events.ts';
import { otherFreeRooms } from '../../../machines/rooms/search/view.ts';
import { wantedRange } from '../../../machines/rooms/slots/view.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { useKnownSlots } from '../../rooms/exports.ts';
import { type RoomSlotsActor, useOptionalFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { AlternativeLists } from './AlternativeLists.tsx';
import JoinWaitingList from '../JoinWaitingList.tsx';
import { missedText } from '../missedText.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Panel = styled(Stack)(({ theme }) => ({
  gap: theme.spacing(1.5),
  padding: theme.spacing(2, 2.25),
  borderRadius: 18,
  backgroundColor: theme.vars.palette.tint,
}));

interface Props {
  slots: RoomSlotsActor;
  missed: MissedTimes;
}

export default function MissedTimesPanel({ slots, missed }: Props) {
  const waitingList = useOptionalFlow('joinWaitingList');
  const context = useSelector(slots, (snapshot) => snapshot.context);
  const { room } = context;
  const date = context.date ?? '';
  const { range, hasStarted } = missed;
  const { isFree: isFreeAgain, nearest, canWait } = wantedRange(context, range);
  const search = useSelector(useOptionalFlow('search'), (snapshot) => snapshot?.context);
  const otherRooms = otherFreeRooms(search, useKnownSlots(), { room, date, range });

  return (
    <Panel data-flow="joinWaitingList">
      <Stack component="p" direction="row" sx={{ gap: 1, margin: 0, fontWeight: 600 }} role="status">
        <IconSlot sx={{ alignSelf: 'start', marginBlockStart: '2px', fontSize: '1.25rem' }}>
          <ClockIcon />
        </IconSlot>
        <span>{missedText(missed, isFreeAgain)}</span>
      </Stack>
      <AlternativeLists
        hasQuietLabels
        id={`missed-${slotsId(room.id)}`}
        date={date}
        range={range}
        times={nearest}
        rooms={otherRooms}
        onTime={(free) => slots.send({ type: 'slots.rangeChosen', range: free })}
        onRoom={(other) =>
          waitingList?.send({ type: 'joinWaitingList.bookPressed', selection: { room: other, date, range } })
        }
      />
      {!hasStarted && canWait && <JoinWaitingList times={{ room, date, range }} />}
    </Panel>
  );
}
