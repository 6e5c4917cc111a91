import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../database/schema.ts';
import type { Letter, LetterKind, Recipient } from './letter.ts';

/** The key of a letter in the outbox. */
export const dedupeKey = (kind: LetterKind, key: string): string => `${kind}:${key}`;

function columnsOf(to: Recipient): { user_id?: string; to_name?: string | null; to_address?: string } {
  if (to === 'business') return {};
  return 'userId' in to ? { user_id: to.userId } : { to_name: to.name, to_address: to.address };
}

/**
 * Queues letters in the transaction that causes them; a job sends them after its commit (`sendLetters`). Nothing happens for
 * a letter that is queued already. Nobody takes a letter back: whether it is still true is decided when it is sent
 * (`isStale`).
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
        ...columnsOf(to),
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

/** The letter that a booking is confirmed. `now`: the server's clock, milliseconds since 1970. */
export const bookedLetter = (
  { id, user_id, sequence }: { readonly id: string; readonly user_id: string; readonly sequence: number },
  now: number,
): Letter => ({
  kind: 'booked',
  key: `${id}:${sequence}`,
  to: { userId: user_id },
  payload: { booking_id: id, sequence },
  now,
});

/**
 * The letter that a booking has moved; `sequence` is that of the move. `refundPaise` goes back because it costs less;
 * `halfPoints` are what it costs more, or with a minus less. `now`: the server's clock, milliseconds since 1970.
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
 * The letter that a booking is confirmed, as a part of the statement that makes the booking, which stays one statement.
 * @param made the part that returns the booking's row
 */
export const insertBookedLetter = (made: RawBuilder<unknown>, now: number): RawBuilder<unknown> => sql`
  insert into letter (dedupe_key, kind, user_id, payload, due_at, created_at)
  select 'booked:' || id || ':' || sequence, 'booked', user_id,
    jsonb_build_object('booking_id', id, 'sequence', sequence), ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
  from ${made}`;
