import Button from '@mui/material/Button';
import { styled, type SxProps, type Theme } from '@mui/material/styles';
import { allowsLength } from '../../../domain/rooms/bookingLength.ts';
import { rangeOf } from '../../../domain/time/slots.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';
import { SelectionSummary } from './SelectionSummary.tsx';

export const BookBarRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
}));

interface Props {
  room: Room;
  /** Undefined until the room's slots actor runs. */
  slots: RoomSlotsActor | undefined;
  buttonSx: SxProps<Theme>;
  className?: string;
}

/** A selection of a length that the room does not allow cannot be booked: the summary says why. */
export function BookBar({ room, slots, buttonSx, className }: Props) {
  const range = rangeOf(useSelector(slots, (snapshot) => snapshot?.context.selection) ?? []);
  const isWrongLength = range !== null && !allowsLength(room, range);
  return (
    <BookBarRow {...(className && { className })}>
      {slots && <SelectionSummary slots={slots} limits={room} />}
      <Button
        aria-label={`Book now: ${room.roomName}`}
        aria-disabled={isWrongLength}
        sx={buttonSx}
        onClick={() => {
          if (!isWrongLength) slots?.send({ type: 'slots.bookPressed' });
        }}
      >
        Book now
      </Button>
    </BookBarRow>
  );
}
