import type { MoveFromBlockOutRequest, MoveProposal } from '../../../contract/desk/blockOutMoves.ts';
import type { BlockOutConflict } from '../../../contract/desk/blockOuts.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { proposedPlace, type RoomOfDay } from '../../../domain/bookings/moveProposal.ts';
import { dateAt, startedSlots } from '../../../domain/time/calendar.ts';
import { slotsIn, slotTime } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange, type Staff } from '../../audit/staffChange.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { slotRangeOf } from '../../payments/applyMove.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import { bookingColumns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/schema.ts';
import { priceOn } from '../../rooms/prices.ts';
import { roomIsOnSite } from '../../rules/bookingRules.ts';
import { blockOutsAhead, fillBlockOut } from '../../slots/blockOuts.ts';
import { takenSlots } from '../../slots/takenSlots.ts';
import { deskMove } from './deskMove.ts';

interface NamedRoom extends RoomOfDay {
  readonly name: string;
  readonly isOnSite: boolean;
  /** Slots that stay free between bookings. */
  readonly buffer: number;
  /** Slots of proposals are added. */
  readonly taken: number[];
}

/** All rooms on a day (IST date), also archived ones, whose bookings move. */
async function roomsOn(database: Database, day: string, now: EpochMs): Promise<readonly NamedRoom[]> {
  const rooms = await database
    .selectFrom('room')
    .select(['id', 'name', 'capacity', 'min_slots', 'max_slots', 'buffer_slots'])
    .select([roomIsOnSite.as('is_on_site'), priceOn(dateAt(now)).as('price')])
    .orderBy('id')
    .execute();
  const roomIds = rooms.map(({ id }) => id);
  const availability = await takenSlots(database, { roomIds, day, userId: null, now });
  return rooms.map(({ id, name, capacity, min_slots, max_slots, buffer_slots, is_on_site, price }) => ({
    id,
    name,
    capacity,
    minSlots: min_slots,
    maxSlots: max_slots,
    buffer: buffer_slots,
    pricePerHour: price,
    isOnSite: is_on_site,
    open: availability.get(id)?.open ?? null,
    taken: [...(availability.get(id)?.taken ?? [])],
  }));
}

/** Throws 404 for a block-out that is unknown, over or removed. */
async function conflictsOf(
  database: Database,
  blockOutId: string,
  now: EpochMs,
): Promise<readonly BlockOutConflict[]> {
  const blockOut = (await blockOutsAhead(database, now)).find(({ id }) => id === blockOutId);
  if (!blockOut) throw new ApiError('not-found', 'There is no such block-out');
  return blockOut.in_the_way;
}

/**
 * The bookings in the way of a block-out, each with a free place on its day. No two of them have the same place. Throws as
 * `conflictsOf`.
 */
export async function moveProposals(
  database: Database,
  blockOutId: string,
  now: EpochMs,
): Promise<MoveProposal[]> {
  const conflicts = (await conflictsOf(database, blockOutId, now)).filter(({ kind }) => kind === 'booking');
  if (conflicts.length === 0) return [];
  const bookings = await database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', anyOf([...new Set(conflicts.map(({ id }) => id))], 'uuid'))
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('id')
    .execute();
  const roomsOfDays = new Map<string, readonly NamedRoom[]>();
  const proposals: MoveProposal[] = [];
  for (const booking of bookings) {
    const { day, range, roomId } = slotRangeOf(booking);
    const rooms = roomsOfDays.get(day) ?? (await roomsOn(database, day, now));
    roomsOfDays.set(day, rooms);
    const own = rooms.find(({ id }) => id === roomId) as NamedRoom;
    const onSite = rooms.filter(({ isOnSite }) => isOnSite);
    // A booking that has begun stays.
    const hasBegun = startedSlots(day, now) > range.start;
    const to = hasBegun ? null : proposedPlace({ roomId, range }, own, onSite);
    const room = rooms.find(({ id }) => id === to?.roomId);
    if (to && room) {
      const { start, end } = to.range;
      room.taken.push(...slotsIn({ start: start - room.buffer, end: end + room.buffer }));
    }
    const placeOf = (place: NamedRoom, { start, end }: typeof range) => ({
      room_id: place.id,
      room_name: place.name,
      start_time: slotTime(start),
      end_time: slotTime(end),
    });
    proposals.push({
      booking_id: booking.id,
      reference: bookingReference(booking.id),
      sequence: booking.sequence,
      who: conflicts.find(({ id }) => id === booking.id)?.who ?? '',
      day,
      ...placeOf(own, range),
      to: to && room ? placeOf(room, to.range) : null,
    });
  }
  return proposals;
}

/**
 * Moves bookings out of the way of a block-out at the price that was paid, each in a transaction of its own as `deskMove`, and
 * blocks what has become free. A repeated call moves nothing again. Throws 409 'in-the-way', when the others have been moved, for
 * bookings that could not be moved, with everything that is still in the way; and 404 as `fillBlockOut`.
 */
export async function moveFromBlockOut(
  { database, now }: DeskDeps,
  staff: Staff,
  { id, moves, reason }: MoveFromBlockOutRequest,
): Promise<void> {
  const change = { database, now, staff, role: 'staff' } as const;
  const problems: string[] = [];
  // No booking moves for a block-out that somebody has removed.
  await conflictsOf(database, id, now());
  for (const move of moves) {
    try {
      await staffChange(change, (tx) => deskMove(tx, { ...move, reason }, now()));
    } catch (error) {
      if (error instanceof SlotTaken) problems.push('the new times are taken');
      else if (error instanceof ApiError && error.code !== 'not-allowed') problems.push(error.message);
      else throw error;
    }
  }
  const { conflicts } = await staffChange(change, (tx) => fillBlockOut(tx, id, now()));
  if (problems.length === 0) return;
  const moved = moves.length - problems.length;
  const why = [...new Set(problems)].join('; ');
  throw new ApiError(
    'in-the-way',
    `${moved} of ${moves.length} bookings are moved. The others stay: ${why}`,
    {
      in_the_way: [...conflicts],
    },
  );
}
