import { instantOf } from '../../domain/calendar.ts';
import type { Letter } from './letter.ts';

const HOUR_MS = 3_600_000;

/** When each reminder is sent, and how late it is still of use, in milliseconds before the start. */
const REMINDERS = [
  { kind: 'reminder-day', beforeMs: 24 * HOUR_MS, uselessMs: 2 * HOUR_MS },
  { kind: 'reminder-hour', beforeMs: HOUR_MS, uselessMs: 0 },
] as const;

/** What a reminder needs of a booking. */
interface Reminded {
  readonly id: string;
  readonly user_id: string;
  readonly sequence: number;
  readonly day: string;
  readonly start_slot: number;
}

/**
 * The reminders of a booking that are still to come at `now`. They are dropped when they are sent, if the booking was
 * cancelled or moved meanwhile; a move has reminders of its own.
 */
export const remindersOf = (booking: Reminded, now: number): Letter[] => {
  const start = instantOf(booking.day, booking.start_slot);
  return REMINDERS.filter(({ beforeMs }) => start - beforeMs > now).map(({ kind, beforeMs, uselessMs }) => ({
    kind,
    key: `${booking.id}:${booking.sequence}`,
    to: { userId: booking.user_id },
    payload: { booking_id: booking.id, sequence: booking.sequence },
    now,
    dueAt: start - beforeMs,
    until: start - uselessMs,
  }));
};
