import { type AnyActorRef, assign, fromPromise, raise, setup, stateIn } from 'xstate';
import type { Room } from '../../../domain/rooms/room.ts';
import { startedSlots, instantOf } from '../../../domain/time/calendar.ts';
import { messages } from '../../../domain/text/messages.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import { joinRanges, repairSelection } from '../../../domain/money/repair.ts';
import { rangeOf, slotsIn, type SlotRange } from '../../../domain/time/slots.ts';
import { selectSlot } from '../../../domain/time/slotSelection.ts';
import { type Clock, delayUntil } from '../../engine/clock.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { BOOKING_PATH } from '../../engine/navigation.ts';
import type { SearchContext } from '../search/setup.ts';
import { contextIn, sendToFlow, toast } from '../../engine/system.ts';
import type { MissedTimes, SlotsEvent, SlotsInput, SlotsQuery } from './events.ts';

export interface SlotsContext {
  clock: Clock;
  room: Room;
  date: string | null;
  taken: readonly number[];
  selection: readonly number[];
  /** Undefined when the search requests no range, and before the first search. */
  requestedRange: SlotRange | undefined;
  /** Chosen or pressed slots of this day that cannot be booked. */
  missed: MissedTimes | null;
  failure: Failure | null;
}

type ChosenDate = Omit<Extract<SlotsEvent, { type: 'slots.dateChosen' }>, 'type'>;

/** From one region of the machine to the others. */
type RaisedEvent =
  | { type: 'slots.takenLoaded'; taken: readonly number[] }
  | { type: 'slots.selected'; selection: readonly number[] };

const SEARCH_EDITED_TEXT = 'You have changed the search: press View Slots first';

/** The form starts with one person, so one is not a choice of the visitor. */
function searchedHeadcount(system: AnyActorRef['system']): { headcount?: number } {
  const search = contextIn(system, 'search') as SearchContext | undefined;
  const headcount = search?.criteria?.headcount ?? search?.listedHeadcount ?? 1;
  return headcount > 1 ? { headcount } : {};
}

export const slotsSetup = setup({
  types: {
    context: {} as SlotsContext,
    events: {} as SlotsEvent | RaisedEvent,
    input: {} as SlotsInput,
    tags: {} as 'busy' | 'choosable',
  },
  actors: {
    loadTaken: fromPromise<readonly number[], SlotsQuery>(() =>
      Promise.reject(new Error('loadTaken is not provided')),
    ),
  },
  delays: {
    /** A slot can no longer be booked once it has started. */
    untilNextSlot: ({ context }) =>
      delayUntil(
        instantOf(context.date ?? '', startedSlots(context.date ?? '', context.clock.now())),
        context.clock,
      ),
  },
  guards: {
    isEdit: (_, { isEdited }: { isEdited: boolean }) => isEdited,
    isSearchEdited: stateIn({ search: 'edited' }),
    isOtherSearch: ({ context }, { date, requestedRange }: ChosenDate) =>
      date !== context.date ||
      requestedRange?.start !== context.requestedRange?.start ||
      requestedRange?.end !== context.requestedRange?.end,
    /** Nothing is selected, and the range that the search requests is not taken. */
    isRequestedFree: ({ context: { requestedRange, selection } }, { taken }: { taken: readonly number[] }) =>
      requestedRange !== undefined && selection.length === 0 && isRangeFree({ taken }, requestedRange),
    isTaken: ({ context }, { slot }: { slot: number }) => context.taken.includes(slot),
    isSelectionLost: ({ context }) => context.selection.some((slot) => context.taken.includes(slot)),
    isOfferTaken: ({ context }, { range }: { range: SlotRange }) => !isRangeFree(context, range),
    hasSelection: ({ context }) => context.selection.length > 0,
    /** By the clock at the press, the day is over or the first chosen slot has started (ruling 6). */
    hasStarted: ({ context: { clock, date, selection } }) =>
      date !== null && selection[0] !== undefined && startedSlots(date, clock.now()) > selection[0],
  },
  actions: {
    setDate: assign(({ context }, { date, requestedRange }: ChosenDate) => ({
      date,
      requestedRange,
      taken: date === context.date ? context.taken : [],
    })),
    dropDate: assign({ date: null, requestedRange: undefined, taken: [] }),
    /** A selection belongs to one date. */
    keepForDate: assign(({ context }, { date }: ChosenDate) => ({
      selection: date === context.date ? context.selection : [],
    })),
    selectRequested: assign(({ context: { requestedRange } }) => ({
      selection: requestedRange ? slotsIn(requestedRange) : [],
    })),
    setSelection: assign((_, { selection }: { selection: readonly number[] }) => ({ selection })),
    select: raise(({ context }, { slot }: { slot: number }) => ({
      type: 'slots.selected' as const,
      selection: selectSlot(context.selection, slot),
    })),
    selectRange: raise((_, { range }: { range: SlotRange }) => ({
      type: 'slots.selected' as const,
      selection: slotsIn(range),
    })),
    announceTaken: raise((_, { taken }: { taken: readonly number[] }) => ({
      type: 'slots.takenLoaded' as const,
      taken,
    })),
    persist: () => {
      // Saves date and selection; provided by the composition root.
    },
    setRoom: assign((_, { room }: { room: Room }) => ({ room })),
    clear: assign({ selection: [] }),
    /** Keeps the longest part of the selection that can be booked in one piece. */
    repair: assign(({ context: { clock, date, selection, taken } }) => {
      const { kept, lost } = repairSelection(selection, taken);
      return {
        selection: kept ? slotsIn(kept) : [],
        missed: {
          range: rangeOf(selection) ?? { start: 0, end: 0 },
          lost,
          kept,
          hasStarted: startedSlots(date ?? '', clock.now()) > (lost.at(-1) ?? 0),
        },
      };
    }),
    /** Taken slots that are pressed one after the other are joined to one range. */
    recordTaken: assign(({ context: { clock, date, missed } }, { slot }: { slot: number }) => {
      const pressed = { start: slot, end: slot + 1 };
      return {
        missed: {
          range: missed === null ? pressed : joinRanges(missed.range, pressed),
          lost: [],
          kept: null,
          hasStarted: startedSlots(date ?? '', clock.now()) > slot,
        },
      };
    }),
    clearMissed: assign({ missed: null }),
    setTaken: assign((_, { taken }: { taken: readonly number[] }) => ({ taken })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null }),
    showUnavailableToast: sendToFlow(
      'notifier',
      toast('error', messages.slots.unavailable, { topic: 'slots' }),
    ),
    showSelectAnyToast: sendToFlow('notifier', toast('error', messages.slots.selectAny, { topic: 'slots' })),
    showSearchEditedToast: sendToFlow('notifier', toast('warning', SEARCH_EDITED_TEXT, { topic: 'slots' })),
    startCheckout: sendToFlow('checkout', ({ context, system }) => ({
      type: 'checkout.started' as const,
      selection: {
        room: context.room,
        date: context.date ?? '',
        range: rangeOf(context.selection),
        ...searchedHeadcount(system),
      },
    })),
    openBookingScreen: sendToFlow('navigation', {
      type: 'navigation.go',
      path: BOOKING_PATH,
    }),
  },
});
