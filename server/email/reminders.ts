import { instantOf } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Email } from '../platform/database/emailPayloads.ts';

const HOUR_MS = 3_600_000;

/** When each reminder is sent, and when it expires, in milliseconds before the start. */
const REMINDERS = [
  { kind: 'reminder-day', beforeMs: 24 * HOUR_MS, expiresBeforeMs: 2 * HOUR_MS },
  { kind: 'reminder-hour', beforeMs: HOUR_MS, expiresBeforeMs: 0 },
] as const;

interface RemindedBooking {
  readonly id: string;
  readonly user_id: string;
  readonly sequence: number;
  readonly day: string;
  readonly start_slot: number;
}

/**
 * The reminders of a booking that are due after `now`. If the booking was cancelled or moved
 * meanwhile, they are dropped instead of sent; a moved booking gets new reminders.
 */
export const remindersOf = (booking: RemindedBooking, now: EpochMs): Email[] => {
  const start = instantOf(booking.day, booking.start_slot);
  return REMINDERS.filter(({ beforeMs }) => start - beforeMs > now).map(
    ({ kind, beforeMs, expiresBeforeMs }) => ({
      kind,
      key: `${booking.id}:${booking.sequence}`,
      to: { userId: booking.user_id },
      payload: { booking_id: booking.id, sequence: booking.sequence },
      now,
      dueAt: start - beforeMs,
      until: start - expiresBeforeMs,
    }),
  );
};
