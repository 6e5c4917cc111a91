import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import Box from '@mui/material/Box';
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DayPlan, PlanEntry, PlanRoom } from '../../../machines/desk/plan/dayPlan.ts';
import { isOpenAt } from '../../../domain/time/openingHours.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { clockTime, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { keyTarget } from './planKeys.ts';
import { entryName, paidText, stateText } from './planText.ts';
import type { FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import { hatching } from '../../ui/theme/translucent.ts';

const SLOT_WIDTH = 40;
const NAME_WIDTH = 176;
const DAY_WIDTH = SLOTS_PER_DAY * SLOT_WIDTH;
const MINUTE_MS = 60_000;
/** Rows are rendered in batches, so that a building with many rooms does not block input. */
const ROWS_AT_A_TIME = 3;
const HEAD_HEIGHT = 36;
const ROW_HEIGHT = 56;

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  maxHeight: 'calc(100vh - 14rem)',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 16,
  backgroundColor: theme.vars.palette.background.paper,
}));

const rowStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gridTemplateColumns: `${NAME_WIDTH}px repeat(${SLOTS_PER_DAY}, ${SLOT_WIDTH}px)`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
  contain: 'layout style',
  '&:last-of-type': { borderBlockEnd: 0 },
});

const HeadRow = styled('div')(({ theme }) => ({
  ...rowStyles(theme),
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 3,
  minHeight: HEAD_HEIGHT,
  backgroundColor: theme.vars.palette.sand,
  fontSize: '0.75rem',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));

const BodyRow = styled('div')(({ theme }) => ({
  ...rowStyles(theme),
  position: 'relative',
  minHeight: ROW_HEIGHT,
  // Rows out of sight are neither laid out nor painted.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto ${ROW_HEIGHT}px`,
  // The line of the current time is drawn in each row: a single line over the grid would cross the names of the rooms.
  '&[data-today]::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 'var(--now)',
    zIndex: 1,
    width: 2,
    backgroundColor: theme.vars.palette.secondary.main,
    pointerEvents: 'none',
  },
}));

/** The first cell of a row stays in sight. */
const nameStyles = (theme: Theme): CSSObject => ({
  position: 'sticky',
  insetInlineStart: 0,
  zIndex: 2,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  paddingInline: theme.spacing(1.5),
  gridColumn: 1,
  gridRow: 1,
  backgroundColor: theme.vars.palette.sand,
  borderInlineEnd: `1px solid ${theme.vars.palette.line}`,
  fontWeight: 650,
  fontSize: '0.875rem',
  lineHeight: 1.25,
});

const RoomName = styled('div')(({ theme }) => nameStyles(theme));

const HeadCell = styled('div')({ alignSelf: 'center', whiteSpace: 'nowrap', gridRow: 1 });

const HeadCorner = styled(HeadCell)(({ theme }) => nameStyles(theme));

const cellStyles = (theme: Theme): CSSObject => ({
  gridRow: 1,
  minWidth: 0,
  margin: 0,
  border: 0,
  borderInlineStart: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: 'transparent',
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:focus-visible': { zIndex: 1, outlineOffset: -2 },
});

const FreeCell = styled('button')(({ theme }) => ({
  ...cellStyles(theme),
  '&[data-closed]': { backgroundColor: theme.vars.palette.sand },
  '&:hover': { backgroundColor: theme.vars.palette.tint },
}));

const EntryCell = styled('button')(({ theme }) => ({
  ...cellStyles(theme),
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  overflow: 'hidden',
  margin: '4px 2px',
  padding: theme.spacing(0.25, 1),
  border: '1px solid transparent',
  borderRadius: 10,
  fontSize: '0.75rem',
  lineHeight: 1.3,
  '&[data-kind=booking]': {
    backgroundColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.contrastText,
  },
  '&[data-arrival=arrived]': {
    backgroundColor: theme.vars.palette.success.main,
    color: theme.vars.palette.success.contrastText,
  },
  '&[data-arrival=no-show]': {
    backgroundColor: theme.vars.palette.error.main,
    color: theme.vars.palette.error.contrastText,
  },
  '&[data-kind=hold]': {
    borderColor: theme.vars.palette.primary.main,
    borderStyle: 'dashed',
    backgroundColor: theme.vars.palette.tint,
  },
  '&[data-kind=buffer]': {
    backgroundColor: theme.vars.palette.sand,
    borderColor: theme.vars.palette.line,
    color: theme.vars.palette.text.secondary,
    paddingInline: 2,
    cursor: 'default',
  },
  '&[data-kind=block-out]': {
    backgroundColor: theme.vars.palette.taken,
    backgroundImage: hatching(theme.vars.palette.takenText),
    color: theme.vars.palette.takenText,
    cursor: 'default',
  },
}));

const EntryLine = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

/** An entry or a buffer that spans its slots, or one free slot. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly entry: PlanEntry | null;
  readonly isBuffer: boolean;
}

function cellsOf(room: PlanRoom, { entries, buffers }: DayPlan): readonly Cell[] {
  const bufferEnds = new Map<number, number>();
  for (const { roomId, range } of buffers) if (roomId === room.id) bufferEnds.set(range.start, range.end);
  const entryByStart = new Map<number, PlanEntry>();
  for (const entry of entries) if (entry.roomId === room.id) entryByStart.set(entry.range.start, entry);
  const cells: Cell[] = [];
  for (let slot = 0; slot < SLOTS_PER_DAY;) {
    const entry = entryByStart.get(slot) ?? null;
    const bufferEnd = bufferEnds.get(slot);
    const end = entry ? entry.range.end : (bufferEnd ?? slot + 1);
    cells.push({ start: slot, end, entry, isBuffer: entry === null && bufferEnd !== undefined });
    slot = end;
  }
  return cells;
}

interface RowProps {
  readonly room: PlanRoom;
  readonly cells: readonly Cell[];
  readonly index: number;
  /** The slot whose cell the Tab key reaches (roving tabindex); null in all other rows. */
  readonly active: number | null;
  /** The row shows the current time. */
  readonly isToday: boolean;
  readonly onOpen: (entry: PlanEntry) => void;
  readonly onFreeSlot: (slot: FreeSlot) => void;
}

const isClosed = ({ open }: PlanRoom, slot: number): boolean => !isOpenAt(open, slot);

/** Memoised: a row renders again only when its room changes or when the focus enters or leaves the row. */
const Row = memo(function Row({ room, cells, index, active, isToday, onOpen, onFreeSlot }: RowProps) {
  return (
    <BodyRow role="row" aria-rowindex={index + 2} data-today={isToday ? '' : undefined}>
      <RoomName role="rowheader" aria-colindex={1}>
        <span>{room.name}</span>
        <Box component="small" sx={{ fontWeight: 450, color: 'text.secondary' }}>
          {`${room.area}, ${room.capacity} people`}
        </Box>
      </RoomName>
      {cells.map(({ start, end, entry, isBuffer }) => {
        const isActive = active !== null && active >= start && active < end;
        const position = {
          'data-row': index,
          'data-slot': start,
          'aria-colindex': start + 2,
          tabIndex: isActive ? 0 : -1,
          style: { gridColumn: `${start + 2} / ${end + 2}` },
        };
        if (isBuffer) {
          return (
            <EntryCell
              key={start}
              type="button"
              role="gridcell"
              data-kind="buffer"
              aria-colspan={end - start}
              aria-label={`${timesText({ start, end })}, kept free between bookings`}
              aria-disabled
              title="Kept free between bookings"
              {...position}
            >
              <EntryLine>Kept free</EntryLine>
            </EntryCell>
          );
        }
        if (!entry) {
          const closed = isClosed(room, start);
          return (
            <FreeCell
              key={start}
              type="button"
              role="gridcell"
              data-closed={closed ? '' : undefined}
              aria-label={`${clockTime(start)}, ${closed ? 'closed' : 'free'}`}
              onClick={() => onFreeSlot({ roomId: room.id, start })}
              {...position}
            />
          );
        }
        return (
          <EntryCell
            key={start}
            type="button"
            role="gridcell"
            data-kind={entry.kind}
            data-arrival={entry.arrival ?? undefined}
            aria-colspan={end - start}
            aria-label={entryName(entry)}
            aria-disabled={entry.kind === 'block-out' ? true : undefined}
            onClick={entry.kind === 'block-out' ? undefined : () => onOpen(entry)}
            {...position}
          >
            <EntryLine as="strong">{entry.who}</EntryLine>
            <EntryLine>
              <span>{stateText(entry)}</span>
              {entry.amount && <span>{` · ${paidText(entry)}`}</span>}
              {entry.hasNote && <span> · note</span>}
            </EntryLine>
          </EntryCell>
        );
      })}
    </BodyRow>
  );
});

interface Props {
  readonly plan: DayPlan;
  /** The server's clock if the day is today; otherwise null. */
  readonly now: (() => number) | null;
  readonly onOpen: (entry: PlanEntry) => void;
  readonly onFreeSlot: (slot: FreeSlot) => void;
}

/** 0 at the start of the day, 1 at its end. */
const fractionOfDay = (date: string, now: number): number =>
  (now - instantOf(date, 0)) / (instantOf(date, SLOTS_PER_DAY) - instantOf(date, 0));

/** Renders the component every minute. */
function useEveryMinute(): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}

/**
 * A row for each room, with the 48 slots of a day. The arrow keys, Home, End, Page Up and Page Down move the focus; Enter opens a
 * booking, or the form of a new one.
 */
export function PlanGrid({ plan, now, onOpen, onFreeSlot }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, slot: 18 });
  const rows = useMemo(() => plan.rooms.map((room) => cellsOf(room, plan)), [plan]);
  const [shownRows, setShownRows] = useState(ROWS_AT_A_TIME);
  useEffect(() => {
    if (shownRows >= rows.length) return undefined;
    const timer = setTimeout(() => setShownRows(shownRows + ROWS_AT_A_TIME));
    return () => clearTimeout(timer);
  }, [shownRows, rows.length]);

  const { date } = plan;
  useEffect(() => {
    // The grid scrolls to one hour before now, on another day to 8:00 AM.
    const from = now ? fractionOfDay(date, now()) - 1 / 24 : 8 / 24;
    if (frame.current) frame.current.scrollLeft = Math.max(0, from * DAY_WIDTH);
  }, [date, now]);

  useEveryMinute();
  const style: CSSProperties & { '--now'?: string } = {
    position: 'relative',
    width: NAME_WIDTH + DAY_WIDTH,
    minHeight: HEAD_HEIGHT + rows.length * ROW_HEIGHT,
    ...(now && { '--now': `${NAME_WIDTH + fractionOfDay(date, now()) * DAY_WIDTH}px` }),
  };

  const focus = (row: number, slot: number): void => {
    const cell = rows[row]?.find(({ start, end }) => slot >= start && slot < end);
    if (!cell) return;
    if (row >= shownRows) flushSync(() => setShownRows(row + 1));
    setActive({ row, slot });
    frame.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-slot="${cell.start}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { row: rowText, slot: slotText } = (event.target as HTMLElement).dataset;
    if (rowText === undefined || slotText === undefined) return;
    const row = Number(rowText);
    const cell = rows[row]?.find(({ start }) => start === Number(slotText));
    if (!cell) return;
    // Up and down keep the column in which the focus entered a long booking.
    const column =
      active.row === row && active.slot >= cell.start && active.slot < cell.end ? active.slot : cell.start;
    const target = keyTarget(event, { row, column, ...cell }, rows.length);
    if (!target) return;
    event.preventDefault();
    focus(...target);
  };

  return (
    <Frame ref={frame}>
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Rooms and their times"
        style={style}
        aria-rowcount={plan.rooms.length + 1}
        aria-colcount={SLOTS_PER_DAY + 1}
        onKeyDown={onKeyDown}
      >
        <HeadRow role="row" aria-rowindex={1}>
          <HeadCorner role="columnheader" aria-colindex={1}>
            Room
          </HeadCorner>
          {Array.from({ length: SLOTS_PER_DAY / 2 }, (_, hour) => (
            <HeadCell
              key={hour}
              role="columnheader"
              aria-colindex={hour * 2 + 2}
              aria-colspan={2}
              style={{ gridColumn: `${hour * 2 + 2} / span 2` }}
            >
              {clockTime(hour * 2).replace(':00', '')}
            </HeadCell>
          ))}
        </HeadRow>
        {plan.rooms.slice(0, shownRows).map((room, index) => (
          <Row
            key={room.id}
            room={room}
            cells={rows[index] ?? []}
            index={index}
            active={active.row === index ? active.slot : null}
            isToday={now !== null}
            onOpen={onOpen}
            onFreeSlot={onFreeSlot}
          />
        ))}
      </div>
    </Frame>
  );
}
