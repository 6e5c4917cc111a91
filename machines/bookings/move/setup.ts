import { assign, fromPromise, setup } from 'xstate';
import type { Room } from '../../../domain/rooms/room.ts';
import { slotsForMove } from '../../../domain/bookings/slotsForMove.ts';
import { startedSlots, validateDate } from '../../../domain/time/calendar.ts';
import { bookingPath } from '../../../domain/content/sitePaths.ts';
import { MINUTES_PER_SLOT, type SlotRange, slotsIn, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import type { Clock } from '../../engine/clock.ts';
import type { SlotsQuery } from '../../rooms/exports.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import type { MoveTerms } from '../../../domain/bookings/terms.ts';
import type { BookingDetails } from '../booking.ts';
import { BOOKING_PATH } from '../../engine/navigation.ts';
import { retrying } from '../../engine/retry.ts';
import { sendToFlow, toast } from '../../engine/system.ts';
import { dataChanged } from '../../engine/topics.ts';

/** `date` is an IST date. */
export interface MoveTarget {
  readonly bookingId: string;
  readonly roomId: number;
  readonly date: string;
  readonly range: SlotRange;
}

export type MoveEvent =
  | { type: 'move.opened'; booking: BookingDetails }
  | { type: 'move.closed' }
  | { type: 'move.roomChosen'; roomId: number }
  /** 'YYYY-MM-DD', or '' for a text that is not a date. */
  | { type: 'move.dateChosen'; date: string }
  | { type: 'move.startChosen'; slot: number }
  | { type: 'move.endChosen'; slot: number }
  /** The server suggested them instead of taken times. */
  | { type: 'move.alternativeChosen'; roomId: number; range: SlotRange }
  /** Repeats the failed load. */
  | { type: 'move.retried' }
  /** Slots of the day of the alternatives were taken or released. */
  | { type: 'move.slotsOutdated' }
  /** The customer accepts the terms. `room`: the chosen room, which the checkout shows. */
  | { type: 'move.confirmed'; room: Room };

export interface MoveContext {
  clock: Clock;
  booking: BookingDetails | null;
  roomId: number;
  date: string;
  /** The slots of the room and date that cannot be chosen. The booking's current slots can. */
  taken: readonly number[];
  start: number | null;
  end: number | null;
  /**
   * Chosen times that are not free in this room on this date. They are tried again after a change of room or
   * date.
   */
  missed: SlotRange | null;
  terms: MoveTerms | null;
  /** The server refused the confirmed terms, because the amount has changed. */
  haveTermsChanged: boolean;
  /** Why the taken slots or terms could not be loaded, or the times were refused. */
  failure: Failure | null;
  /** The choice that `failure` is about, which may differ from the current one. */
  refusedTarget: MoveTarget | null;
}

export const freeStarts = ({ taken }: MoveContext): readonly number[] =>
  slotsIn({ start: 0, end: SLOTS_PER_DAY }).filter((slot) => !taken.includes(slot));

/** Up to the next taken slot after the chosen start. */
export function freeEnds({ start, taken }: MoveContext): readonly number[] {
  if (start === null) return [];
  const next = taken.filter((slot) => slot > start);
  return slotsIn({ start: start + 1, end: Math.min(SLOTS_PER_DAY, ...next) + 1 });
}

export const targetOf = ({ booking, roomId, date, start, end }: MoveContext): MoveTarget => ({
  bookingId: booking?.id ?? '',
  roomId,
  date,
  range: { start: start ?? 0, end: end ?? 0 },
});

function isUnchanged({ booking, roomId, date, start, end }: MoveContext): boolean {
  if (booking === null || booking.meetingRoom.id !== roomId || booking.bookingDate !== date) return false;
  return booking.range.start === start && booking.range.end === end;
}

/** Taken by others, or started. The booking's current slots can be chosen, and its own buffer. */
function unavailableSlots(context: MoveContext, loaded: readonly number[]): readonly number[] {
  const { booking, clock, date, roomId } = context;
  const isBookedDay = booking?.meetingRoom.id === roomId && booking.bookingDate === date;
  const booked =
    booking && isBookedDay
      ? slotsForMove(loaded, booking.range, (booking.meetingRoom.bufferMinutes ?? 0) / MINUTES_PER_SLOT)
      : [];
  const started = slotsIn({ start: 0, end: startedSlots(date, clock.now()) });
  const taken = loaded.filter((slot) => !booked.includes(slot));
  return [...new Set([...started, ...taken])].sort((a, b) => a - b);
}

/** The latest choice, initially the times of the booking; null while there is a start without an end. */
const chosenTimes = ({ start, end, missed }: MoveContext): SlotRange | null =>
  start !== null && end !== null ? { start, end } : missed;

function keepFreeTimes(
  context: MoveContext,
  taken: readonly number[],
): Pick<MoveContext, 'start' | 'end' | 'missed'> {
  const chosen = chosenTimes(context);
  const start = chosen?.start ?? context.start;
  if (start === null || taken.includes(start)) return { start: null, end: null, missed: chosen };
  const isFree = chosen !== null && !slotsIn(chosen).some((slot) => taken.includes(slot));
  return isFree ? { ...chosen, missed: null } : { start, end: null, missed: chosen };
}

export const moveSetup = setup({
  types: {
    context: {} as MoveContext,
    events: {} as MoveEvent,
    input: {} as { clock: Clock },
    tags: {} as 'busy',
  },
  actors: {
    loadTaken: fromPromise<readonly number[], SlotsQuery>(() =>
      Promise.reject(new Error('loadTaken is not provided')),
    ),
    loadTerms: fromPromise<MoveTerms, MoveTarget>(() =>
      Promise.reject(new Error('loadTerms is not provided')),
    ),
    moveBooking: retrying(
      fromPromise<void, { target: MoveTarget; terms: MoveTerms | null }>(() =>
        Promise.reject(new Error('moveBooking is not provided')),
      ),
    ),
  },
  guards: {
    hasDate: ({ context }) => validateDate(context.date, context.clock.now()) === null,
    lacksTimes: ({ context }) => context.start === null || context.end === null,
    isUnchanged: ({ context }) => isUnchanged(context),
    /** The server refused the times, and others may be possible. A transient failure is retried instead. */
    isRefused: (_, { error }: { error: unknown }) => !failureOf(error).isTransient,
    isSlotTaken: (_, { error }: { error: unknown }) => failureOf(error).code === 'slot-taken',
    hasAlternatives: ({ context }) => context.failure?.details.alternatives !== undefined,
    areTermsOld: (_, { error }: { error: unknown }) => failureOf(error).details.moveTerms !== undefined,
    isPaidByCard: ({ context: { terms } }) =>
      terms !== null && !terms.onAccount && terms.difference.with === 'card' && terms.difference.amount > 0,
  },
  actions: {
    open: assign((_, { booking }: { booking: BookingDetails }) => {
      // A pending move, which waits for its payment, is continued.
      const target = booking.pendingMove ?? { ...booking, roomId: booking.meetingRoom.id };
      const { start, end } = target.range;
      return {
        booking,
        roomId: target.roomId,
        date: target.bookingDate,
        taken: [],
        start,
        end,
        missed: null,
        terms: null,
        haveTermsChanged: false,
        failure: null,
        refusedTarget: null,
      };
    }),
    setRoom: assign((_, { roomId }: { roomId: number }) => ({ roomId })),
    setDate: assign((_, { date }: { date: string }) => ({ date })),
    setTaken: assign(({ context }, { loaded }: { loaded: readonly number[] }) => {
      const taken = unavailableSlots(context, loaded);
      return { taken, ...keepFreeTimes(context, taken) };
    }),
    setStart: assign(({ context }, { slot: start }: { slot: number }) => {
      const chosen = chosenTimes(context);
      const ends = freeEnds({ ...context, start });
      const end = start + (chosen === null ? 0 : chosen.end - chosen.start);
      return { start, end: ends.includes(end) ? end : null, missed: null };
    }),
    setEnd: assign((_, { slot }: { slot: number }) => ({ end: slot, missed: null })),
    setAlternative: assign((_, { roomId, range }: { roomId: number; range: SlotRange }) => ({
      roomId,
      ...range,
      missed: null,
    })),
    clearResult: assign({ terms: null, haveTermsChanged: false, failure: null }),
    setTerms: assign((_, { terms }: { terms: MoveTerms }) => ({ terms })),
    takeFreshTerms: assign(({ context }, { error }: { error: unknown }) => ({
      terms: failureOf(error).details.moveTerms ?? context.terms,
      haveTermsChanged: true,
      failure: null,
    })),
    /** The refused times may now be refused for another reason. */
    updateFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    setFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: failureOf(error),
      refusedTarget: targetOf(context),
    })),
    /** The server moves the booking when the checkout has taken the payment. */
    startCheckout: sendToFlow('checkout', ({ context }, { room }: { room: Room }) => ({
      type: 'checkout.started' as const,
      selection: {
        room,
        date: context.date,
        range: targetOf(context).range,
        pendingMove: {
          bookingId: targetOf(context).bookingId,
          sequence: context.terms?.sequence ?? 0,
          difference: context.terms?.difference.amount ?? 0,
          refund: context.terms?.refund.amount ?? 0,
          ...(context.terms && { terms: context.terms.terms }),
        },
      },
    })),
    confirmCheckout: sendToFlow('checkout', { type: 'checkout.confirmed' }),
    goToCheckout: sendToFlow('navigation', { type: 'navigation.go', path: BOOKING_PATH }),
    goToBooking: sendToFlow('navigation', ({ context }) => ({
      type: 'navigation.go' as const,
      path: bookingPath(context.booking?.id ?? ''),
    })),
    showMovedToast: sendToFlow('notifier', toast('success', 'Your booking has been moved.')),
    announceChange: sendToFlow('root', dataChanged('bookings', 'availability', 'points', 'invoices')),
  },
});

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    move: { type: 'move.slotsOutdated' };
  }
}
