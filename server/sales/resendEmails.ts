import { sql } from 'kysely';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { recipientAddress, recipientColumns } from '../email/recipientAddress.ts';
import { bookedEmail, queueEmails } from '../outbox/outbox.ts';
import type { Email } from '../platform/database/emailPayloads.ts';
import { lockCustomerBooking } from './booking/deskBooking.ts';
import type { AuditedResult } from '../audit/staffChange.ts';

/** Emails are sent again at most once in this time, in milliseconds. */
const RESEND_INTERVAL_MS = 60_000;

/**
 * Sends the email about a confirmed or cancelled booking and the emails with its tax documents again, to the customer's current
 * address. A repeated call within a minute sends nothing more. Throws 409 for a booking without an email, 409 'no-recipient' when
 * the account has no address for any of them, and 404 for an unknown id.
 */
export async function resendEmails(tx: Tx, bookingId: string, now: EpochMs): Promise<AuditedResult<null>> {
  const booking = await lockCustomerBooking(tx, bookingId);
  const { status, sequence, user_id: userId } = booking;
  if (status !== 'confirmed' && status !== bookingCodes.cancelled) {
    throw new ApiError('not-booked', 'There is no email about this booking');
  }
  const resendKey = `again:${Math.floor(now / RESEND_INTERVAL_MS)}`;
  const email: Email =
    status === 'confirmed'
      ? bookedEmail(booking, now)
      : {
          kind: 'cancelled',
          key: bookingId,
          to: { userId },
          payload: { booking_id: bookingId, sequence },
          now,
        };
  // A replaced invoice is not sent again: the email about the correction has the valid one and the credit note.
  const taxDocuments = await tx
    .selectFrom('paper')
    .innerJoin('paper_due', 'paper_due.id', 'paper.due_id')
    .select(['paper.id', 'paper.kind', 'paper.number'])
    .select(
      sql<string | null>`(select note.id from paper note join paper_due due on due.id = note.due_id
        where note.invoice_id = paper.replaces_id and due.kind = 'correcting-note')`.as('note_id'),
    )
    .where('paper.booking_id', '=', bookingId)
    .where('paper_due.kind', '<>', 'correcting-note')
    .where(sql<boolean>`not exists (select from paper newer where newer.replaces_id = paper.id)`)
    .orderBy('paper.due_id')
    .execute();
  const user = await tx
    .selectFrom('app_user')
    .select(recipientColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const emails = [
    { name: email.kind, email: { ...email, key: `${email.key}:${resendKey}` } },
    ...taxDocuments.map(({ id, kind, number, note_id: noteId }): { name: string; email: Email } => {
      const document = { key: `${number}:${resendKey}`, to: { userId }, now };
      const attached = (each: string) => ({ type: 'paper', id: each });
      return {
        name: number,
        email:
          noteId === null
            ? { ...document, kind, payload: { booking_id: bookingId, number }, attachments: [attached(id)] }
            : {
                ...document,
                kind: 'invoice-corrected',
                payload: { invoice_id: id },
                attachments: [attached(id), attached(noteId)],
              },
      };
    }),
  ].filter((each) => recipientAddress(user, each.email.kind) !== null);
  if (emails.length === 0) {
    throw new ApiError(
      'no-recipient',
      'This account has no email address any more: nothing can be sent to it',
    );
  }
  await queueEmails(
    tx,
    emails.map((each) => each.email),
  );
  const change = {
    action: 'emails sent again',
    subject: 'booking',
    subjectId: bookingId,
    was: null,
    became: { emails: emails.map(({ name }) => name) },
  } as const;
  return { result: null, changes: [change] };
}
