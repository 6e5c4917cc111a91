import IconButton from '@mui/material/IconButton';
import { useSelector } from '../../app/system/useSelector.ts';
import { type KeyboardEvent, type MouseEvent, type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import { pricePerHourAt, rangesWithRates } from '../../../domain/money/rates.ts';
import { ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { isOpenAt, openRange } from '../../../domain/time/openingHours.ts';
import { clockTime, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/pages.tsx';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { SlotCell } from './SlotCell.tsx';
import type { SlotState } from './slotName.ts';
import { SLOT_KEYS_ID } from './SlotKeys.tsx';
import { partsOfDay } from './partsOfDay.ts';
import { nearestAbove, nearestBelow } from './slotRows.ts';
import { ROWS_OF_4, ROWS_OF_6, SLOT_GAP, SLOT_WIDTH, slotsContainer, slotStyles } from './slotStyles.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

/** In pixels (spec 2). */
const SCROLL_STEP = 200;

const Picker = styled('div')(slotsContainer);

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
}));

const DateText = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
}));

const Arrows = styled('div')(({ theme }) => ({
  display: 'none',
  gap: theme.spacing(0.5),
  [theme.breakpoints.up('sm')]: { display: 'flex' },
}));

const Arrow = styled(IconButton)(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  '&[aria-disabled="true"]': { opacity: 0.4, cursor: 'default' },
}));

const ClosedText = styled('p')({ margin: 0 });

// In wide windows the day is a strip; on a phone each part of the day has separate rows.
const DayStrip = styled('div')(({ theme }) => ({
  // The hidden row headers are positioned relative to the day, so they scroll with it.
  position: 'relative',
  [theme.breakpoints.up('sm')]: {
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollBehavior: 'smooth',
    scrollPaddingInline: SLOT_WIDTH + SLOT_GAP,
    scrollbarWidth: 'thin',
    scrollbarColor: `${theme.vars.palette.line} transparent`,
    // Space for the focus ring.
    marginInline: -SLOT_GAP,
    paddingInline: SLOT_GAP,
    paddingBlock: theme.spacing(1, 1.25),
    // The width is a multiple of a slot's width, so that no slot is cut off.
    width: `calc(round(down, 100% + ${SLOT_GAP}px, ${SLOT_WIDTH}px) + ${SLOT_GAP}px)`,
  },
}));

// One rule for the 24 hours of every room, like that of the slots.
const Hours = styled('div')(({ theme }) => ({
  display: 'none',
  width: 'max-content',
  marginBlockEnd: 6,
  [theme.breakpoints.up('sm')]: { display: 'flex' },
  '& > span': {
    flex: 'none',
    width: SLOT_WIDTH * 2,
    paddingInlineStart: 2,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    fontWeight: 650,
    letterSpacing: '0.03em',
    lineHeight: 1.3,
  },
}));

const Slots = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { display: 'flex', gap: SLOT_GAP, width: 'max-content' },
  '& button': slotStyles(theme),
}));

const Part = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: SLOT_GAP,
  marginBlockStart: theme.spacing(1.25),
  [ROWS_OF_4]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  [ROWS_OF_6]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  '&[data-closed]': { display: 'none' },
  [theme.breakpoints.up('sm')]: { '&, &[data-closed]': { display: 'flex', margin: 0 } },
}));

const PartName = styled('span')(({ theme }) => ({
  gridColumn: '1 / -1',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  fontWeight: 650,
  lineHeight: 1.3,
  [theme.breakpoints.up('sm')]: { position: 'absolute', clipPath: 'inset(50%)' },
}));

const Prices = styled('p')(({ theme }) => ({
  margin: theme.spacing(1, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontVariantNumeric: 'tabular-nums',
}));

const hourLabels = Array.from({ length: SLOTS_PER_DAY / 2 }, (_, hour) =>
  clockTime(hour * 2).replace(':00', ''),
);

interface Props {
  slots: RoomSlotsActor;
  roomName: string;
  criteria: SearchCriteria;
}

/** On a closed day the same slot. */
const nearestOpen = (open: SlotRange | null, slot: number): number =>
  open === null ? slot : Math.min(Math.max(slot, open.start), open.end - 1);

export function SlotScroller({ slots, roomName, criteria }: Props) {
  const taken = useSelector(slots, ({ context }) => context.taken);
  const selection = useSelector(slots, ({ context }) => context.selection);
  const room = useSelector(slots, ({ context }) => context.room);
  const open = openRange(room.openingHours, criteria.date);
  const prices = open ? rangesWithRates(room, criteria.date, open) : [];
  const stateOf = (slot: number): SlotState => {
    if (!isOpenAt(open, slot)) return 'closed';
    if (taken.includes(slot)) return 'taken';
    return selection.includes(slot) ? 'chosen' : 'free';
  };
  /** Last focused by an arrow key or a click. Tab focuses it again. */
  const [focusedSlot, setFocusedSlot] = useState<number | null>(null);
  const tabStop = focusedSlot ?? selection[0] ?? nearestOpen(open, criteria.startSlot);
  const day = useRef<HTMLDivElement>(null);
  /** Null when the strip is scrolled to neither end of the day. */
  const [scrollEnd, setScrollEnd] = useState<'early' | 'late' | null>(null);

  // A submitted search scrolls each room's day to the requested start time (ruling 10).
  useLayoutEffect(() => {
    const strip = day.current;
    if (!strip) return undefined;
    const showStart = () => strip.scrollTo({ left: criteria.startSlot * SLOT_WIDTH, behavior: 'instant' });
    showStart();
    // A card outside the window may have had no width yet, so its strip is scrolled again once it is visible.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      if (strip.scrollLeft === 0) showStart();
      observer.disconnect();
    });
    observer.observe(strip);
    return () => observer.disconnect();
  }, [criteria]);

  const clickSlot = (slot: number) => slots.send({ type: 'slots.clicked', slot });
  const moveTo = (slot: number) => {
    const cell = day.current?.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
    // On a phone the parts of the day in which the room is closed are not displayed.
    if (!cell?.offsetParent) return;
    setFocusedSlot(slot);
    cell.focus();
  };
  const shownSlots = () =>
    [...(day.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])]
      .filter((cell) => cell.offsetParent)
      .map((cell) => Number(cell.dataset['slot']));

  const handleClick = (event: MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
    if (!cell) return;
    const slot = Number(cell.dataset['slot']);
    setFocusedSlot(slot);
    clickSlot(slot);
  };

  const stepBy = (direction: 1 | -1, isExtending: boolean) => {
    const edge = direction === 1 ? selection.at(-1) : selection[0];
    const next = (isExtending ? (edge ?? tabStop - direction) : tabStop) + direction;
    if (next < 0 || next >= SLOTS_PER_DAY) return;
    moveTo(next);
    if (isExtending) clickSlot(next);
  };

  /** Returns false if there is no such row. */
  const moveByRow = (nearest: typeof nearestAbove): boolean => {
    const slot = day.current && nearest(day.current, tabStop);
    if (slot === null) return false;
    moveTo(slot);
    return true;
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowUp':
        if (!moveByRow(nearestAbove)) return;
        break;
      case 'ArrowDown':
        if (!moveByRow(nearestBelow)) return;
        break;
      case 'ArrowRight':
        stepBy(1, event.shiftKey);
        break;
      case 'ArrowLeft':
        stepBy(-1, event.shiftKey);
        break;
      case 'Home':
        moveTo(shownSlots()[0] ?? 0);
        break;
      case 'End':
        moveTo(shownSlots().at(-1) ?? SLOTS_PER_DAY - 1);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  /** Scrolls to a whole slot, even if a finger has left the strip at another position. */
  const scrollBy = (pixels: number) => {
    const from = day.current?.scrollLeft ?? 0;
    day.current?.scrollTo({ left: Math.round((from + pixels) / SLOT_WIDTH) * SLOT_WIDTH });
  };
  const recordScrollEnd = ({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }: UIEvent) =>
    setScrollEnd(scrollLeft < 1 ? 'early' : scrollLeft + clientWidth > scrollWidth - 1 ? 'late' : null);

  return (
    <Picker>
      <Top>
        <DateText>{fullDate(criteria.date).replace(/ \d{4}$/, '')}</DateText>
        {/* Tab skips these buttons, because the keyboard has the arrow keys. */}
        <Arrows>
          <Arrow
            aria-label={`Earlier times of ${roomName}`}
            aria-disabled={scrollEnd === 'early'}
            tabIndex={-1}
            onClick={() => scrollBy(-SCROLL_STEP)}
          >
            <ChevronLeftIcon />
          </Arrow>
          <Arrow
            aria-label={`Later times of ${roomName}`}
            aria-disabled={scrollEnd === 'late'}
            tabIndex={-1}
            onClick={() => scrollBy(SCROLL_STEP)}
          >
            <ChevronRightIcon />
          </Arrow>
        </Arrows>
      </Top>
      {open === null && <ClosedText>This room is closed on this day.</ClosedText>}
      <DayStrip ref={day} data-end={scrollEnd} onScroll={recordScrollEnd}>
        <Hours aria-hidden="true">
          {hourLabels.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Hours>
        <Slots
          role="grid"
          tabIndex={-1}
          aria-label={`Times of ${roomName} on ${fullDate(criteria.date)}`}
          aria-describedby={SLOT_KEYS_ID}
          aria-multiselectable="true"
          onClick={handleClick}
          onKeyDown={handleKeyDown}
        >
          {partsOfDay.map((part) => (
            <Part
              key={part.name}
              role="row"
              data-closed={part.slots.every((slot) => stateOf(slot) === 'closed') || undefined}
            >
              <PartName role="rowheader">{part.name}</PartName>
              {part.slots.map((slot) => (
                <SlotCell
                  key={slot}
                  slot={slot}
                  state={stateOf(slot)}
                  joinsNext={selection.includes(slot) && selection.includes(slot + 1)}
                  joinsPrevious={selection.includes(slot) && selection.includes(slot - 1)}
                  isTabStop={slot === tabStop}
                  slotPaise={pricePerHourAt(room, criteria.date, slot) / 2}
                />
              ))}
            </Part>
          ))}
        </Slots>
      </DayStrip>
      {prices.length > 0 && <Prices>{`On this day: ${prices.map(ratedRangeText).join(', ')}`}</Prices>}
    </Picker>
  );
}
