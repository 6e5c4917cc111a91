import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { PlanRoom } from '../../contract/dayPlan.ts';
import { clockTime, SLOTS_PER_DAY, slotTime } from '../../domain/slots.ts';
import type { AccountForm } from '../account/useAccountForm.ts';

interface Props {
  readonly bind: AccountForm['bind'];
  readonly isBusy: boolean;
  readonly name: string;
  readonly label: string;
  /** The slot boundary that is chosen at first. */
  readonly initial: number;
  /** The first boundary that is offered: 0 for a start, 1 for an end. */
  readonly first: 0 | 1;
}

/** A slot boundary of a day: a start, or an end. */
export const TimeField = ({ bind, isBusy, name, label, initial, first }: Props) => (
  <TextField select label={label} defaultValue={slotTime(initial)} disabled={isBusy} {...bind(name)}>
    {Array.from({ length: SLOTS_PER_DAY }, (_, index) => index + first).map((slot) => (
      <MenuItem key={slot} value={slotTime(slot)}>
        {slot === SLOTS_PER_DAY ? 'Midnight' : clockTime(slot)}
      </MenuItem>
    ))}
  </TextField>
);

interface RoomProps extends Pick<Props, 'bind' | 'isBusy' | 'name'> {
  readonly rooms: readonly Pick<PlanRoom, 'id' | 'name'>[];
  readonly initial: number | '';
  /** What choosing no room means; a room must be chosen without it. */
  readonly all?: string;
}

/** A choice of one room, or of all. */
export const RoomField = ({ bind, isBusy, name, rooms, initial, all }: RoomProps) => (
  <TextField
    select
    label="Room"
    defaultValue={String(initial)}
    disabled={isBusy}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    {...bind(name)}
  >
    {all !== undefined && <MenuItem value="">{all}</MenuItem>}
    {rooms.map((room) => (
      <MenuItem key={room.id} value={String(room.id)}>
        {room.name}
      </MenuItem>
    ))}
  </TextField>
);
