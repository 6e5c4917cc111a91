import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { ApiError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import { recipientAddress, recipientColumns } from '../letters/recipientAddress.ts';
import { bookedLetter, queueLetters } from '../letters/outbox.ts';
import type { Letter } from '../letters/letter.ts';
import { lockBooking } from './deskBooking.ts';
import type { AuditedResult } from './staffChange.ts';

/** Letters are sent again at most once in this time, in milliseconds. */
const RESEND_INTERVAL_MS = 60_000;

/**
 * Sends the letter about a confirmed or cancelled booking and the letters with its papers again, to the customer's current
 * address. A repeated call within a minute sends nothing more. Throws 409 for a booking without a letter, 409 'no-recipient' when
 * the account has no address for any of them, and 404 for an unknown id. `now`: milliseconds since 1970.
 */
export async function resendLetters(tx: Tx, bookingId: string, now: number): Promise<AuditedResult<null>> {
  const booking = await lockBooking(tx, bookingId);
  const { status, sequence, user_id: userId } = booking;
  if (status !== 'confirmed' && status !== bookingCodes.cancelled) {
    throw new ApiError('not-booked', 'There is no email about this booking');
  }
  const resendKey = `again:${Math.floor(now / RESEND_INTERVAL_MS)}`;
  const letter: Letter =
    status === 'confirmed'
      ? bookedLetter(booking, now)
      : {
          kind: 'cancelled',
          key: bookingId,
          to: { userId },
          payload: { booking_id: bookingId, sequence },
          now,
        };
  const papers = await tx
    .selectFrom('paper')
    .select(['id', 'kind', 'number'])
    .where('booking_id', '=', bookingId)
    .orderBy('due_id')
    .execute();
  const user = await tx
    .selectFrom('app_user')
    .select(recipientColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const letters = [
    { ...letter, key: `${letter.key}:${resendKey}` },
    ...papers.map(({ id, kind, number }): Letter => ({
      kind,
      key: `${number}:${resendKey}`,
      to: { userId },
      payload: { booking_id: bookingId, number },
      attachments: [{ type: 'paper', id }],
      now,
    })),
  ].filter(({ kind }) => recipientAddress(user, kind) !== null);
  if (letters.length === 0) {
    throw new ApiError(
      'no-recipient',
      'This account has no email address any more: nothing can be sent to it',
    );
  }
  await queueLetters(tx, letters);
  const change = {
    action: 'letters sent again',
    subject: 'booking',
    subjectId: bookingId,
    was: null,
    became: {
      letters: letters.map(({ kind, payload }) => ('number' in payload ? payload.number : kind)),
    },
  } as const;
  return { result: null, changes: [change] };
}
