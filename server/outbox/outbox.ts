import { type RawBuilder, sql } from 'kysely';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import type { Email, EmailKind, EmailPayloads, Recipient } from '../platform/database/emailPayloads.ts';

export const dedupeKey = (kind: EmailKind, key: string): string => `${kind}:${key}`;

function recipientColumns(to: Recipient): { user_id?: string; to_name?: string | null; to_address?: string } {
  if (to === 'business') return {};
  return 'userId' in to ? { user_id: to.userId } : { to_name: to.name, to_address: to.address };
}

/**
 * Queues emails in the transaction that causes them; a job sends them after the commit (`sendEmails`). An email that is already
 * queued is skipped. Queued emails are not withdrawn: the job checks whether an email is still true when it sends it (`isStale`).
 */
export async function queueEmails(tx: Tx | Database, emails: readonly Email[]): Promise<void> {
  if (emails.length === 0) return;
  await tx
    .insertInto('letter')
    .values(
      emails.map(({ kind, key, to, payload, now, dueAt = now, until, attachments = [] }) => ({
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

/** `queueEmails` for one email. */
export const queueEmail = (tx: Tx | Database, email: Email): Promise<void> => queueEmails(tx, [email]);

interface BookedRow {
  readonly id: string;
  readonly user_id: string;
  readonly sequence: number;
}

/**
 * The email about a confirmed booking, or about all dates of a series, in order of time. `now`: the server's clock.
 */
export const bookedEmail = (
  { id, user_id, sequence }: BookedRow,
  now: EpochMs,
  others: readonly BookedRow[] = [],
): Email => ({
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
 * The email about a moved booking; `sequence` is the version after the move. `refundPaise`: the refund when it costs less.
 * `halfPoints`: the change of a price in points, negative when it costs less. `length`: only the length has changed.
 */
export const movedEmail = (
  booking: { readonly id: string; readonly user_id: string; readonly sequence: number },
  {
    refundPaise = 0,
    halfPoints = 0,
    length,
  }: {
    readonly refundPaise?: number;
    readonly halfPoints?: number;
    readonly length?: EmailPayloads['moved']['length'];
  },
  now: EpochMs,
): Email => ({
  kind: 'moved',
  key: `${booking.id}:${booking.sequence}`,
  to: { userId: booking.user_id },
  payload: {
    booking_id: booking.id,
    sequence: booking.sequence,
    refund_paise: refundPaise,
    half_points: halfPoints,
    ...(length && { length }),
  },
  now,
});

/**
 * The emails about confirmed bookings, as a part of the statement that inserts the bookings, so that both are one statement.
 * @param insertedBookings the part of the statement that returns the rows of the bookings
 */
export const insertBookedEmails = (insertedBookings: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into letter (dedupe_key, kind, user_id, payload, due_at, created_at)
  select 'booked:' || id || ':' || sequence, 'booked', user_id,
    jsonb_build_object('booking_id', id, 'sequence', sequence), created_at, created_at
  from ${insertedBookings}`;
