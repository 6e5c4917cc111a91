import Button from '@mui/material/Button';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { SelectionSummary } from './SelectionSummary.tsx';

interface Props {
  room: Room;
  /** Undefined until the room's slots actor runs. */
  slots: RoomSlotsActor | undefined;
  hourPaise: number;
}

/** The selection in a room, and Book now. The parent component styles it. */
export const BookBar = ({ room, slots, hourPaise }: Props) => (
  <div className="booking">
    {slots && <SelectionSummary slots={slots} hourPaise={hourPaise} />}
    <Button
      aria-label={`Book now: ${room.room_name}`}
      onClick={() => slots?.send({ type: 'slots.bookPressed' })}
    >
      Book now
    </Button>
  </div>
);
