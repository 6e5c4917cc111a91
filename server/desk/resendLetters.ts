import { ApiError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import { bookedLetter, queueLetters } from '../letters/outbox.ts';
import type { Letter } from '../letters/letter.ts';
import { lockBooking } from './deskBooking.ts';
import type { Changed } from './staffChange.ts';

/** Letters are sent again at most once within this time, in milliseconds. */
const ONCE_WITHIN_MS = 60_000;

/**
 * Sends the letter about a booking again, booked or cancelled, and those of its papers, to the customer's present address.
 * Refuses (409) a booking about which there is none. Repeated within a minute, it sends nothing more. `now`: milliseconds
 * since 1970.
 */
export async function resendLetters(tx: Tx, bookingId: string, now: number): Promise<Changed<null>> {
  const booking = await lockBooking(tx, bookingId);
  const { status, sequence, user_id: userId } = booking;
  if (status !== 'confirmed' && status !== 'called_off') {
    throw new ApiError('not-booked', 'There is no letter about this booking');
  }
  const again = `again:${Math.floor(now / ONCE_WITHIN_MS)}`;
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
  await queueLetters(tx, [
    { ...letter, key: `${letter.key}:${again}` },
    ...papers.map(({ id, kind, number }): Letter => ({
      kind,
      key: `${number}:${again}`,
      to: { userId },
      payload: { booking_id: bookingId, number },
      attachments: [{ type: 'paper', id }],
      now,
    })),
  ]);
  const change = {
    action: 'letters sent again',
    subject: 'booking',
    subjectId: bookingId,
    was: null,
    became: { letters: [letter.kind, ...papers.map(({ number }) => number)] },
  } as const;
  return { result: null, changes: [change] };
}
