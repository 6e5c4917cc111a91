import { randomUUID } from 'node:crypto';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { slotCount, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { hashPassword } from '../account/passwords.ts';
import { addUser, userByEmail } from '../account/users.ts';
import { slotRangeColumns } from '../checkout/bookingRow.ts';
import { claimSlots } from '../slots/bookingSlots.ts';
import { SlotTaken } from '../checkout/bookingTransaction.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';

const DEMO_BOOKER_EMAIL = 'house@litrooms.invalid';
const ROOM_ID = 1;
/** Today and the 14 days after it. */
const DAYS = 15;

/** By the number of the day modulo the length of this list. */
const PATTERN: readonly (readonly SlotRange[])[] = [
  [
    { start: 18, end: 21 },
    { start: 28, end: 30 },
  ],
  [
    { start: 20, end: 22 },
    { start: 31, end: 35 },
  ],
  [
    { start: 22, end: 26 },
    { start: 34, end: 36 },
  ],
];

/** Of room 1 on a day (IST date). */
export const demoRanges = (day: string): readonly SlotRange[] =>
  PATTERN[(Date.parse(day) / 86_400_000) % PATTERN.length] ?? [];

/** Whether the database has the account of the demo bookings, which only the demo adds. */
export const hasDemoBooker = async (database: Database): Promise<boolean> =>
  (await userByEmail(database, DEMO_BOOKER_EMAIL)) !== undefined;

/** Adds the account of the demo bookings if needed, and returns its id. Its password is random, so nobody can sign in with it. */
export async function addDemoBooker(database: Database): Promise<string> {
  const found = await userByEmail(database, DEMO_BOOKER_EMAIL);
  if (found) return found.id;
  await addUser(database, {
    email: DEMO_BOOKER_EMAIL,
    password_hash: await hashPassword(randomUUID()),
    first_name: 'House',
    phone: '+919840012345',
  });
  return addDemoBooker(database);
}

/** Books one range, unless another user or another server has booked part of it. */
async function bookDemoRange(
  database: Database,
  userId: string,
  day: string,
  range: SlotRange,
  now: EpochMs,
): Promise<void> {
  try {
    await inTransaction(database, async (tx) => {
      const { id } = await tx
        .insertInto('booking')
        .values({
          user_id: userId,
          ...slotRangeColumns({ roomId: ROOM_ID, day, range }),
          status: 'confirmed',
          paid_with: 'points',
          half_points: slotCount(range),
          confirmed_at: new Date(now),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const claim = { bookingId: id, roomId: ROOM_ID, day, range, holdUntil: null, now };
      if (!(await claimSlots(tx, claim))) throw new SlotTaken();
    });
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
  }
}

/**
 * Books some slots of room 1 on each of the coming days, so that a demo shows taken times. It does not overlap other bookings.
 */
export async function seedDemoBookings(database: Database, now: EpochMs): Promise<void> {
  const userId = await addDemoBooker(database);
  const today = dateAt(now);
  const booked = await database
    .selectFrom('booking')
    .select(['day', 'start_slot'])
    .where('user_id', '=', userId)
    .where('day', '>=', today)
    .execute();
  for (let ahead = 0; ahead < DAYS; ahead += 1) {
    const day = addDays(today, ahead);
    for (const range of demoRanges(day)) {
      const isBooked = booked.some((booking) => booking.day === day && booking.start_slot === range.start);
      if (!isBooked) await bookDemoRange(database, userId, day, range, now);
    }
  }
}
