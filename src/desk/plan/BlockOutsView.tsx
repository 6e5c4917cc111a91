import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { BlockOut, BlockOutConflict } from '../../../machines/desk/dayPlan.ts';
import { bookingStateNames } from '../../../domain/bookings/bookingStates.ts';
import { dateAt, longDate } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { hoursText, slotCount, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { BookingLines } from '../ui/BookingLines.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { RoomField, TimeField } from '../ui/TimeFields.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { FieldPair, Note } from '../ui/contentParts.ts';

const BlockOutContent = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
  padding: theme.spacing(2),
}));

const timeText = ({ range }: BlockOut): string =>
  slotCount(range) === SLOTS_PER_DAY ? 'all day' : timesText(range);

const dayText = ({ firstDay, lastDay, every }: BlockOut): string => {
  if (firstDay === lastDay) return longDate(firstDay);
  return `${every === 'week' ? 'weekly, ' : ''}${longDate(firstDay)} to ${longDate(lastDay)}`;
};

/** Current and future ones. `now`: the server's clock, milliseconds since 1970. */
export function BlockOutsView({ now }: { now: () => number }) {
  const { data: blockOuts, failure, isBusy, state } = useResource(useDeskFlow('blockOuts'), 'ahead');
  const fill = useForm(useDeskFlow('fillBlock'));
  const block = useForm(useDeskFlow('block'));
  const remove = useForm(useDeskFlow('unblock'));
  return (
    <div data-flow="blockOuts" data-state={state} aria-busy={isBusy}>
      <Button onClick={() => block.open()}>Block times</Button>
      {!blockOuts && isBusy && <Skeleton variant="rounded" height={96} sx={{ marginBlockStart: 2 }} />}
      {!blockOuts && !isBusy && failure && <Alert severity="error">{failure.message}</Alert>}
      {blockOuts?.length === 0 && <p>No times are blocked.</p>}
      <FailureAlert failure={fill.failure} />
      <Stack
        component="ul"
        sx={{
          gap: 1.5,
          maxWidth: '48rem',
          marginBlockStart: 2,
          marginBlockEnd: 0,
          marginInline: 0,
          padding: 0,
          listStyle: 'none',
        }}
        aria-label="Blocked times"
      >
        {blockOuts?.map((blockOut) => (
          <BlockOutCard
            key={blockOut.id}
            blockOut={blockOut}
            isFilling={fill.isBusy}
            onFill={() => fill.send({ id: blockOut.id })}
            onRemove={() => remove.open(blockOut)}
          />
        ))}
      </Stack>
      {block.isOpen && <BlockDialog form={block} today={dateAt(now())} />}
      {remove.isOpen && remove.record && <UnblockDialog form={remove} blockOut={remove.record} />}
    </div>
  );
}

interface BlockOutCardProps {
  blockOut: BlockOut;
  isFilling: boolean;
  onFill: () => void;
  onRemove: () => void;
}

function BlockOutCard({ blockOut, isFilling, onFill, onRemove }: BlockOutCardProps) {
  const ref = useFocusParentOnUnmount<HTMLLIElement>();
  return (
    <li ref={ref}>
      <BlockOutContent>
        <Box sx={{ minWidth: 0 }}>
          <strong>{blockOut.roomName ?? 'All rooms'}</strong>
          <span>{`, ${dayText(blockOut)}, ${timeText(blockOut)}`}</span>
          <Note>{`${blockOut.reason} (${blockOut.by})`}</Note>
        </Box>
        <Button size="small" variant="outlined" onClick={onRemove}>
          Remove
        </Button>
        {blockOut.inTheWay.length > 0 && (
          <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
            Not blocked, because these times are taken:
            <ConflictList entries={blockOut.inTheWay} />
          </Box>
        )}
        {blockOut.freeSlots > 0 && (
          <FreeSlotsAlert slots={blockOut.freeSlots} isBusy={isFilling} onFill={onFill} />
        )}
      </BlockOutContent>
    </li>
  );
}

/** Slots of a block-out can be booked after a conflicting booking was moved, or after a room was added to the building. */
function FreeSlotsAlert({ slots, isBusy, onFill }: { slots: number; isBusy: boolean; onFill: () => void }) {
  const ref = useFocusParentOnUnmount<HTMLDivElement>();
  return (
    <Alert
      ref={ref}
      severity="warning"
      sx={{
        flexBasis: '100%',
        alignItems: 'center',
      }}
      slotProps={{
        message: {
          sx: {
            display: 'flex',
            flex: 1,
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 1,
          },
        },
      }}
    >
      <span>{`${hoursText(slots)} of these times can be booked.`}</span>
      <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={onFill}>
        Block the rest
      </Button>
    </Alert>
  );
}

function BlockDialog({ form, today }: { form: BoundForm; today: string }) {
  const { data: plan } = useResource(useDeskFlow('dayPlan'), today);
  const { isBusy, failure, bind } = form;
  const hasConflicts = failure?.code === 'in-the-way';
  const conflicts = failure?.details.inTheWay ?? [];
  return (
    <DeskFormDialog
      title="Block times"
      description={
        <Typography>
          Nobody can book blocked times. Existing bookings are kept and listed, so that you can move them.
        </Typography>
      }
      form={form}
      hiddenFields={hasConflicts ? { around: 1, seen: conflicts.map(({ id }) => id).join(',') } : {}}
      submitLabel={hasConflicts ? 'Block all other times' : 'Block'}
    >
      <ConflictList entries={conflicts} />
      <FieldPair>
        <RoomField
          bind={bind}
          isBusy={isBusy}
          name="roomId"
          rooms={plan?.rooms ?? []}
          initial=""
          allLabel="All rooms"
        />
        <TextField select label="Repeat" name="every" defaultValue="day" disabled={isBusy}>
          <MenuItem value="day">Every day</MenuItem>
          <MenuItem value="week">Once a week</MenuItem>
        </TextField>
      </FieldPair>
      <FieldPair>
        <DateInput label="First day" initial={today} {...bind('firstDay')} />
        <DateInput label="Last day" initial={today} {...bind('lastDay')} />
      </FieldPair>
      <FieldPair>
        <TimeField bind={bind} isBusy={isBusy} name="startTime" label="From" initial={0} first={0} />
        <TimeField bind={bind} isBusy={isBusy} name="endTime" label="To" initial={SLOTS_PER_DAY} first={1} />
      </FieldPair>
      <TextField label="Reason" required {...bind('reason')} />
    </DeskFormDialog>
  );
}

/** The bookings that must be moved first, and what else is in the way. */
const ConflictList = ({ entries }: { entries: readonly BlockOutConflict[] }) =>
  entries.length > 0 && (
    <BookingLines
      label="Taken times"
      lines={entries.map((entry) => ({
        ...entry,
        isBooking: entry.kind === 'booking',
        who: entry.kind === 'hold' ? `${bookingStateNames.held}: ${entry.who}` : entry.who,
      }))}
    />
  );

function UnblockDialog({ form, blockOut }: { form: BoundForm; blockOut: BlockOut }) {
  return (
    <DeskFormDialog
      title="Remove the block"
      description={
        <Typography>
          {`${blockOut.roomName ?? 'All rooms'}, ${dayText(blockOut)}, ${timeText(blockOut)}: these times can be booked again immediately.`}
        </Typography>
      }
      form={form}
      hiddenFields={{ id: blockOut.id }}
      submitLabel="Remove the block"
    >
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
