import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { PlanRoom } from '../../../machines/desk/plan/dayPlan.ts';
import { clockTime, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';

interface Props {
  readonly bind: BoundForm['bind'];
  readonly isBusy: boolean;
  readonly name: string;
  readonly label: string;
  /** A slot boundary. */
  readonly initial: number;
  /** 0 for a start, 1 for an end. */
  readonly first: 0 | 1;
}

export const TimeField = ({ bind, isBusy, name, label, initial, first }: Props) => (
  <TextField select label={label} defaultValue={String(initial)} disabled={isBusy} {...bind(name)}>
    {Array.from({ length: SLOTS_PER_DAY }, (_, index) => index + first).map((slot) => (
      <MenuItem key={slot} value={String(slot)}>
        {slot === SLOTS_PER_DAY ? 'Midnight' : clockTime(slot)}
      </MenuItem>
    ))}
  </TextField>
);

interface RoomProps extends Pick<Props, 'bind' | 'isBusy' | 'name'> {
  readonly rooms: readonly Pick<PlanRoom, 'id' | 'name'>[];
  readonly initial: number | 'all' | '';
  /** Labels the option 'all' for all rooms. With it nothing is chosen initially. */
  readonly allLabel?: string;
}

export const RoomField = ({ bind, isBusy, name, rooms, initial, allLabel }: RoomProps) => (
  <TextField
    select
    label="Room"
    defaultValue={String(initial)}
    disabled={isBusy}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    {...bind(name)}
  >
    {allLabel !== undefined && (
      <MenuItem value="" disabled>
        Choose
      </MenuItem>
    )}
    {allLabel !== undefined && <MenuItem value="all">{allLabel}</MenuItem>}
    {rooms.map((room) => (
      <MenuItem key={room.id} value={String(room.id)}>
        {room.name}
      </MenuItem>
    ))}
  </TextField>
);
