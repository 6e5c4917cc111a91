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
import type { BlockOut, BlockOutConflict, ExceptedDay } from '../../../machines/desk/plan/dayPlan.ts';
import { bookingStateNames } from '../../../domain/bookings/bookingStates.ts';
import { daysOfSeries } from '../../../domain/bookings/blockOut.ts';
import { dateAt, longDate } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { hoursText, slotCount, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { BookingLines } from '../ui/BookingLines.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { RoomField, TimeField } from '../ui/TimeFields.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { FieldPair, Note } from '../ui/contentParts.ts';

const MoveBookingsDialog = lazyDialog(
  'Move the bookings in the way',
  async () => (await import('./MoveBookingsDialog.tsx')).MoveBookingsDialog,
);

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
  const move = useForm(useDeskFlow('moveFromBlockOut'));
  const block = useForm(useDeskFlow('block'));
  const edit = useForm(useDeskFlow('editBlock'));
  const except = useForm(useDeskFlow('exceptBlockDay'));
  const remove = useForm(useDeskFlow('unblock'));
  const today = dateAt(now());
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
            onMove={() => move.open(blockOut)}
            onEdit={() => edit.open(blockOut)}
            onExcept={(blockedDay) => except.open({ blockOut, blockedDay })}
            onRemove={() => remove.open(blockOut)}
          />
        ))}
      </Stack>
      {block.isOpen && <BlockDialog form={block} today={today} />}
      {edit.isOpen && edit.record && <EditBlockDialog form={edit} blockOut={edit.record} today={today} />}
      {except.isOpen && except.record && <ExceptDialog form={except} {...except.record} today={today} />}
      {move.isOpen && move.record && (
        <MoveBookingsDialog form={move} blockOut={move.record} onClose={move.dismiss} />
      )}
      {remove.isOpen && remove.record && <UnblockDialog form={remove} blockOut={remove.record} />}
    </div>
  );
}

interface BlockOutCardProps {
  blockOut: BlockOut;
  isFilling: boolean;
  onFill: () => void;
  onMove: () => void;
  onEdit: () => void;
  /** `blockedDay`: the day that is left out so far and will be blocked again. */
  onExcept: (blockedDay: string | null) => void;
  onRemove: () => void;
}

function BlockOutCard({
  blockOut,
  isFilling,
  onFill,
  onMove,
  onEdit,
  onExcept,
  onRemove,
}: BlockOutCardProps) {
  const ref = useFocusParentOnUnmount<HTMLLIElement>();
  const { exceptDays } = blockOut;
  const isSeries = daysOfSeries(blockOut).length > 1;
  return (
    <li ref={ref}>
      <BlockOutContent>
        <Box sx={{ minWidth: 0 }}>
          <strong>{blockOut.roomName ?? 'All rooms'}</strong>
          <span>{`, ${dayText(blockOut)}, ${timeText(blockOut)}`}</span>
          <Note>{`${blockOut.reason} (${blockOut.by})`}</Note>
        </Box>
        <ButtonRow>
          <Button size="small" variant="outlined" onClick={onEdit}>
            Edit
          </Button>
          {isSeries && (
            <Button size="small" variant="outlined" onClick={() => onExcept(null)}>
              Leave out a day
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={onRemove}>
            Remove
          </Button>
        </ButtonRow>
        {exceptDays.length > 0 && (
          <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
            Not blocked, because these days are left out:
            <Box component="ul" aria-label="Days left out" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
              {exceptDays.map((day) => (
                <LeftOutDay key={day} day={day} onBlock={() => onExcept(day)} />
              ))}
            </Box>
          </Box>
        )}
        {blockOut.inTheWay.length > 0 && (
          <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
            <span>Not blocked, because these times are taken:</span>
            <ConflictList entries={blockOut.inTheWay} />
            {blockOut.inTheWay.some(({ kind }) => kind === 'booking') && (
              <Button size="small" variant="outlined" sx={{ marginBlockStart: 1 }} onClick={onMove}>
                Move these bookings
              </Button>
            )}
          </Box>
        )}
        {blockOut.freeSlots > 0 && (
          <FreeSlotsAlert slots={blockOut.freeSlots} isBusy={isFilling} onFill={onFill} />
        )}
      </BlockOutContent>
    </li>
  );
}

function LeftOutDay({ day, onBlock }: { day: string; onBlock: () => void }) {
  const ref = useFocusParentOnUnmount<HTMLLIElement>();
  return (
    <li ref={ref}>
      <span>{`${longDate(day)} `}</span>
      <Button size="small" variant="text" aria-label={`Block ${longDate(day)} again`} onClick={onBlock}>
        Block again
      </Button>
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

interface BlockFormProps {
  readonly form: BoundForm;
  /** An IST date. */
  readonly today: string;
}

/** After a refusal the form is sent again with what is in the way, which then stays. */
function conflictsOf({ failure }: BoundForm) {
  const hasConflicts = failure?.code === 'in-the-way';
  const conflicts = failure?.details.inTheWay ?? [];
  return {
    conflicts,
    hiddenFields: hasConflicts ? { around: 1, seen: conflicts.map(({ id }) => id).join(',') } : {},
    submitLabel: hasConflicts ? 'Block all other times' : null,
  };
}

function BlockDialog({ form, today }: BlockFormProps) {
  const { hiddenFields, submitLabel } = conflictsOf(form);
  return (
    <DeskFormDialog
      title="Block times"
      description={
        <Typography>
          Nobody can book blocked times. Existing bookings are kept and listed, so that you can move them.
        </Typography>
      }
      form={form}
      hiddenFields={hiddenFields}
      submitLabel={submitLabel ?? 'Block'}
    >
      <BlockFields form={form} today={today} blockOut={null} />
    </DeskFormDialog>
  );
}

function EditBlockDialog({ form, today, blockOut }: BlockFormProps & { blockOut: BlockOut }) {
  const { hiddenFields, submitLabel } = conflictsOf(form);
  return (
    <DeskDialog title="Edit the block" onClose={form.dismiss}>
      <Typography>
        Times that are no longer blocked can be booked immediately. Existing bookings are kept.
      </Typography>
      <EditForm
        form={form}
        record={blockOut}
        onReload={form.reload}
        canOverwrite
        hiddenFields={hiddenFields}
        submitLabel={submitLabel ?? 'Save the block'}
        cancel={{ label: 'Not now', onClick: form.dismiss }}
      >
        <BlockFields form={form} today={today} blockOut={blockOut} />
      </EditForm>
    </DeskDialog>
  );
}

/** `blockOut` is null for a new one. */
function BlockFields({ form, today, blockOut }: BlockFormProps & { blockOut: BlockOut | null }) {
  const { data: plan } = useResource(useDeskFlow('dayPlan'), today);
  const { isBusy, bind } = form;
  return (
    <>
      <ConflictList entries={conflictsOf(form).conflicts} />
      <FieldPair>
        <RoomField
          bind={bind}
          isBusy={isBusy}
          name="roomId"
          rooms={plan?.rooms ?? []}
          initial={blockOut ? (blockOut.roomId ?? 'all') : ''}
          allLabel="All rooms"
        />
        <TextField
          select
          label="Repeat"
          name="every"
          defaultValue={blockOut?.every ?? 'day'}
          disabled={isBusy}
        >
          <MenuItem value="day">Every day</MenuItem>
          <MenuItem value="week">Once a week</MenuItem>
        </TextField>
      </FieldPair>
      <FieldPair>
        <DateInput label="First day" initial={blockOut?.firstDay ?? today} {...bind('firstDay')} />
        <DateInput label="Last day" initial={blockOut?.lastDay ?? today} {...bind('lastDay')} />
      </FieldPair>
      <FieldPair>
        <TimeField
          bind={bind}
          isBusy={isBusy}
          name="startTime"
          label="From"
          initial={blockOut?.range.start ?? 0}
          first={0}
        />
        <TimeField
          bind={bind}
          isBusy={isBusy}
          name="endTime"
          label="To"
          initial={blockOut?.range.end ?? SLOTS_PER_DAY}
          first={1}
        />
      </FieldPair>
      <TextField label="Reason" required defaultValue={blockOut?.reason ?? ''} {...bind('reason')} />
    </>
  );
}

function ExceptDialog({ form, today, blockOut, blockedDay }: BlockFormProps & ExceptedDay) {
  const { bind, isBusy } = form;
  const { id, exceptDays } = blockOut;
  const days = daysOfSeries(blockOut).filter((day) => day >= today && !exceptDays.includes(day));
  const isBlocking = blockedDay !== null;
  return (
    <DeskFormDialog
      title={isBlocking ? 'Block the day again' : 'Leave out a day'}
      description={
        <Typography>
          {isBlocking
            ? `${blockOut.roomName ?? 'All rooms'}, ${longDate(blockedDay)}, ${timeText(blockOut)}: bookings that were made meanwhile are kept.`
            : 'The times of this day can be booked immediately. The other days stay blocked.'}
        </Typography>
      }
      form={form}
      hiddenFields={isBlocking ? { id, day: blockedDay } : { id, excepted: 1 }}
      submitLabel={isBlocking ? 'Block again' : 'Leave it out'}
    >
      {!isBlocking && (
        <TextField select label="Day" defaultValue={days[0] ?? ''} disabled={isBusy} {...bind('day')}>
          {days.map((day) => (
            <MenuItem key={day} value={day}>
              {longDate(day)}
            </MenuItem>
          ))}
        </TextField>
      )}
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
