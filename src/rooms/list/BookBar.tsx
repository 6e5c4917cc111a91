import Button from '@mui/material/Button';
import { styled, type SxProps, type Theme } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
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
  hourPaise: number;
  buttonSx: SxProps<Theme>;
  className?: string;
}

export const BookBar = ({ room, slots, hourPaise, buttonSx, className }: Props) => (
  <BookBarRow {...(className && { className })}>
    {slots && <SelectionSummary slots={slots} hourPaise={hourPaise} limits={room} />}
    <Button
      aria-label={`Book now: ${room.roomName}`}
      sx={buttonSx}
      onClick={() => slots?.send({ type: 'slots.bookPressed' })}
    >
      Book now
    </Button>
  </BookBarRow>
);
