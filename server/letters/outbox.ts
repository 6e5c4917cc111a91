import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../database/schema.ts';
import type { Letter, LetterKind, Recipient } from './letter.ts';

/** The primary key of a letter in the outbox. */
export const dedupeKey = (kind: LetterKind, key: string): string => `${kind}:${key}`;

function recipientColumns(to: Recipient): { user_id?: string; to_name?: string | null; to_address?: string } {
  if (to === 'business') return {};
  return 'userId' in to ? { user_id: to.userId } : { to_name: to.name, to_address: to.address };
}

/**
 * Queues letters in the transaction that causes them; a job sends them after the commit (`sendLetters`). A letter that is already
 * queued is skipped. Queued letters are not withdrawn: the job checks whether a letter is still true when it sends it (`isStale`).
 */
export async function queueLetters(tx: Tx | Database, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return;
  await tx
    .insertInto('letter')
    .values(
      letters.map(({ kind, key, to, payload, now, dueAt = now, until, attachments = [] }) => ({
        dedupe_key: dedupeKey(kind, key),
        kind,
        user_id: null,
        to_name: null,
        to_address: null,
        ...recipientColumns(to),
        payload: JSON.stringify(payload),
        attachments: JSON.stringify(attachments),
        due_at: new Date(dueAt),
        until: until === undefined ? null : new Date(until),
        created_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

/** `queueLetters` for one letter. */
export const queueLetter = (tx: Tx | Database, letter: Letter): Promise<void> => queueLetters(tx, [letter]);

interface BookedRow {
  readonly id: string;
  readonly user_id: string;
  readonly sequence: number;
}

/**
 * The letter about a confirmed booking, or about all dates of a series, in order of time. `now`: the server's clock,
 * milliseconds since 1970.
 */
export const bookedLetter = (
  { id, user_id, sequence }: BookedRow,
  now: number,
  others: readonly BookedRow[] = [],
): Letter => ({
  kind: 'booked',
  key: `${id}:${sequence}`,
  to: { userId: user_id },
  payload: {
    booking_id: id,
    sequence,
    ...(others.length > 0 && {
      others: others.map((other) => ({ booking_id: other.id, sequence: other.sequence })),
    }),
  },
  now,
});

/**
 * The letter about a moved booking; `sequence` is the version after the move. `refundPaise`: the refund when it costs less.
 * `halfPoints`: the change of a price in points, negative when it costs less. `now`: the server's clock, milliseconds since 1970.
 */
export const movedLetter = (
  booking: { readonly id: string; readonly user_id: string; readonly sequence: number },
  { refundPaise = 0, halfPoints = 0 }: { readonly refundPaise?: number; readonly halfPoints?: number },
  now: number,
): Letter => ({
  kind: 'moved',
  key: `${booking.id}:${booking.sequence}`,
  to: { userId: booking.user_id },
  payload: {
    booking_id: booking.id,
    sequence: booking.sequence,
    refund_paise: refundPaise,
    half_points: halfPoints,
  },
  now,
});

/**
 * The letter about a confirmed booking, as a part of the statement that inserts the booking, so that both are one statement.
 * @param insertedBooking the part of the statement that returns the row of the booking
 */
export const insertBookedLetter = (
  insertedBooking: RawBuilder<unknown>,
  now: number,
): RawBuilder<unknown> => sql`
  insert into letter (dedupe_key, kind, user_id, payload, due_at, created_at)
  select 'booked:' || id || ':' || sequence, 'booked', user_id,
    jsonb_build_object('booking_id', id, 'sequence', sequence), ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
  from ${insertedBooking}`;
