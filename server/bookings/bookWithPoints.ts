import { halfHoursIn } from '../../domain/slots.ts';
import type { Tx } from '../database/schema.ts';
import type { PaymentParts } from '../payments/parts.ts';
import { releaseOwnHolds } from '../payments/releaseOwnHolds.ts';
import { Refusal } from '../refusal.ts';
import type { BookableStretch } from './checkBookable.ts';
import { claimSlots } from './claim.ts';
import { cancelOwnHolds } from './ownHolds.ts';
import { makeBooking, SlotTaken } from './slotTaken.ts';

/** The user's own points booking of just this stretch, made by a call whose answer may have been lost. */
const alreadyBooked = (tx: Tx, { user, room, day, range }: BookableStretch) =>
  tx
    .selectFrom('booking')
    .select('id')
    .where('user_id', '=', user.id)
    .where('room_id', '=', room.id)
    .where('day', '=', day)
    .where('start_slot', '=', range.start)
    .where('end_slot', '=', range.end)
    .where('status', '=', 'confirmed')
    .where('paid_with', '=', 'points')
    .executeTakeFirst();

/**
 * Books a stretch for Lit points, one half-point for every half-hour (ruling 9): the half-hours and the points change
 * hands in one transaction or not at all. The user's own card payment that is in the way is asked about before that, so
 * that nobody pays twice. Returns the booking's id; asked again, that of the booking already made. Refuses with 403 who
 * is not a member, 422 too few points, 409 half-hours that are taken or being paid, and as `releaseOwnHolds` does. `now`:
 * the server's clock, milliseconds since 1970.
 */
export async function bookWithPoints(
  parts: PaymentParts,
  stretch: BookableStretch,
  now: number,
): Promise<string> {
  const { user, room, day, range } = stretch;
  const cost = halfHoursIn(range);
  const tooFewPoints = () => new Refusal('not-enough-points', 'There are not enough Lit points left');
  if (!user.is_member) throw new Refusal('not-a-member', 'Only members book with Lit points');
  // Who has too few is refused below, and must not lose the hold that another tab is paying.
  if (user.half_points >= cost) await releaseOwnHolds(parts, stretch, null);

  const attempt = { userId: user.id, roomId: room.id, day, range, now };
  return makeBooking(parts.database, attempt, async (tx) => {
    // The user's row comes first, as in a card payment, so that two bookings of one user take turns.
    await tx.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    const earlier = await alreadyBooked(tx, stretch);
    if (earlier) return earlier.id;
    const paid = await tx
      .updateTable('app_user')
      .set(({ eb }) => ({ half_points: eb('half_points', '-', cost) }))
      .where('id', '=', user.id)
      .where('half_points', '>=', cost)
      .returning('id')
      .executeTakeFirst();
    if (!paid) throw tooFewPoints();

    await cancelOwnHolds(tx, attempt);
    const { id } = await tx
      .insertInto('booking')
      .values({
        user_id: user.id,
        room_id: room.id,
        day,
        start_slot: range.start,
        end_slot: range.end,
        status: 'confirmed',
        paid_with: 'points',
        half_points: cost,
        created_at: new Date(now),
        confirmed_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!(await claimSlots(tx, { ...attempt, bookingId: id, holdUntil: null }))) throw new SlotTaken();
    return id;
  });
}
