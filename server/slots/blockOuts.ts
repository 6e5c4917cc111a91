import { sql } from 'kysely';
import {
  MAX_CONFLICTS_LISTED,
  type BlockOut,
  type BlockOutConflict,
  type EditBlockOutRequest,
  type ExceptBlockOutDayRequest,
  type MakeBlockOutRequest,
} from '../../contract/desk/blockOuts.ts';
import {
  blockedDays,
  countBlockedSlots,
  daysOfSeries,
  MAX_BLOCKED_SLOTS,
  MAX_BLOCK_OUT_DAYS_AHEAD,
  type BlockOutPlan,
} from '../../domain/bookings/blockOut.ts';
import { addDays, dateAt, startedSlots } from '../../domain/time/calendar.ts';
import { slotCount, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import { blockSlots, releaseBlockOut, type BlockOutSlots } from './bookingSlots.ts';
import { expiryCutoff } from './holdExpiry.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { changedFields } from '../audit/changedFields.ts';
import { staleEditError } from '../audit/staleEdit.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';

/** Throws 400 for days in the past or too far ahead. `edited`: the plan so far, whose first day may be in the past. */
function parsePlan(
  request: Pick<MakeBlockOutRequest, 'first_day' | 'last_day' | 'every' | 'range'>,
  now: EpochMs,
  edited: BlockOutPlan | null = null,
): BlockOutPlan {
  const { first_day: firstDay, last_day: lastDay, every, range } = request;
  const today = dateAt(now);
  const lastAllowed = addDays(today, MAX_BLOCK_OUT_DAYS_AHEAD);
  if (firstDay < today && firstDay !== edited?.firstDay) {
    throw fieldError('first_day', `must be ${today} or later`);
  }
  if (lastDay < today) throw fieldError('last_day', `must be ${today} or later`);
  if (lastDay > lastAllowed) throw fieldError('last_day', `must be ${lastAllowed} or earlier`);
  const days = daysOfSeries({ firstDay, lastDay, every });
  const exceptDays = edited?.exceptDays.filter((day) => days.includes(day)) ?? [];
  const plan = { firstDay, lastDay, every, exceptDays, range };
  if (blockedDays(plan).length === 0) {
    throw fieldError('last_day', 'must leave a day that is blocked: the other days are left out');
  }
  return plan;
}

/** One room, or all. Throws 404 for an unknown room, and 400 for too many slots. */
async function roomsOf(tx: Tx, roomId: number | null, plan: BlockOutPlan): Promise<number[]> {
  const rooms = await tx
    .selectFrom('room')
    .select('id')
    .$if(roomId !== null, (query) => query.where('id', '=', roomId ?? 0))
    .$if(roomId === null, (query) => query.where('archived_at', 'is', null))
    .orderBy('id')
    .execute();
  if (rooms.length === 0) {
    throw noSuchRoom('room_id');
  }
  if (countBlockedSlots(plan, rooms.length) > MAX_BLOCKED_SLOTS) {
    throw fieldError('last_day', 'must be earlier: this is too long for one block-out');
  }
  return rooms.map(({ id }) => id);
}

/** True for a slot that has not started. */
const isFutureSlot = (now: EpochMs) => {
  const today = dateAt(now);
  return sql<boolean>`(slot.day > ${today} or (slot.day = ${today} and slot.slot >= ${startedSlots(today, now)}))`;
};

interface ConflictList {
  /** In order of time, up to the maximum of the response. */
  readonly listed: BlockOutConflict[];
  /** Total, including those that are not listed. */
  readonly slots: number;
}

/** A booking is listed without its buffer; when only the buffer is in the way, with its own times. */
function timesInTheWay({
  start,
  end,
  booked_start: bookedStart,
  booked_end: bookedEnd,
}: Record<'start' | 'end', number> & Record<'booked_start' | 'booked_end', number | null>) {
  const isBufferOnly = bookedStart !== null && bookedEnd !== null && start >= bookedEnd;
  return {
    start_time: slotTime(isBufferOnly ? bookedStart : start),
    end_time: slotTime(Math.min(end, bookedEnd ?? end)),
  };
}

/** Bookings, live holds and other block-outs that have future slots of the plan. */
async function findConflicts(
  database: Database,
  { blockOutId, roomIds, days, range, now }: BlockOutSlots,
): Promise<ConflictList> {
  const { rows } = await sql<{
    booking_id: string | null;
    block_out_id: string | null;
    room_id: number;
    room_name: string;
    day: string;
    start: number;
    end: number;
    until: Date | null;
    booked_start: number | null;
    booked_end: number | null;
    who: string;
    slots: number;
  }>`
    select slot.booking_id, slot.block_out_id, room.id as room_id, room.name as room_name, slot.day,
      min(slot.slot)::integer as start, max(slot.slot)::integer + 1 as end, min(slot.hold_expires_at) as until,
      max(booking.start_slot)::integer as booked_start, max(booking.end_slot)::integer as booked_end,
      coalesce(nullif(max(concat_ws(' ', app_user.first_name, app_user.last_name)), ''), max(block_out.reason), '') as who,
      (sum(count(*)) over ())::integer as slots
    from booking_slot slot
    join room on room.id = slot.room_id
    left join booking on booking.id = slot.booking_id
    left join app_user on app_user.id = booking.user_id
    left join block_out on block_out.id = slot.block_out_id
    where slot.room_id = any (${roomIds}::integer[]) and slot.day = any (${days}::date[])
      and slot.slot >= ${range.start} and slot.slot < ${range.end}
      and slot.block_out_id is distinct from ${blockOutId}::uuid
      and (slot.hold_expires_at is null or slot.hold_expires_at > ${expiryCutoff(now)}) and ${isFutureSlot(now)}
    group by slot.booking_id, slot.block_out_id, room.id, room.name, slot.day
    order by slot.day, room.id, start
    limit ${MAX_CONFLICTS_LISTED}`.execute(database);
  const listed = rows.map(
    ({ booking_id, block_out_id, room_id, room_name, day, until, who, ...slots }): BlockOutConflict => ({
      kind: block_out_id !== null ? 'block-out' : until === null ? 'booking' : 'hold',
      id: booking_id ?? block_out_id ?? '',
      room_id,
      room_name,
      day,
      ...timesInTheWay(slots),
      who,
    }),
  );
  return { listed, slots: rows[0]?.slots ?? 0 };
}

/** A block-out as the audit stores it. */
const auditOf = (roomId: number | null, { firstDay, lastDay, every, range }: BlockOutPlan) => ({
  room_id: roomId,
  first_day: firstDay,
  last_day: lastDay,
  every,
  from: slotTime(range.start),
  to: slotTime(range.end),
});

/** A changed block-out, with what is still in its way. */
interface BlockOutResult {
  readonly id: string;
  readonly conflicts: readonly BlockOutConflict[];
}

/** Throws 409 'in-the-way' for conflicts that the request does not accept. Returns the others. */
async function blockUnlessInTheWay(
  tx: Tx,
  place: BlockOutSlots,
  { around, seen }: Pick<MakeBlockOutRequest, 'around' | 'seen'>,
): Promise<BlockOutConflict[]> {
  await blockSlots(tx, place);
  const { listed: conflicts } = await findConflicts(tx, place);
  if (conflicts.some(({ id }) => !around || seen?.includes(id) === false)) {
    throw new ApiError('in-the-way', 'These times are not free', { in_the_way: conflicts });
  }
  return conflicts;
}

/**
 * Blocks times of a room or of all rooms. Bookings, live holds and other block-outs in the way stay. Without `around` a conflict
 * blocks nothing: the function throws 409 'in-the-way', which lists the conflicts. With `around` all other slots are blocked, and
 * `fillBlockOut` blocks the rest once they have moved. With `seen`, the 409 is thrown only when something else than the listed
 * ids is in the way. Throws as `parsePlan` and `roomsOf` do.
 */
export async function makeBlockOut(
  tx: Tx,
  request: MakeBlockOutRequest,
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<BlockOutResult>> {
  const plan = parsePlan(request, now);
  const roomId = request.room_id;
  const roomIds = await roomsOf(tx, roomId, plan);
  const { id } = await tx
    .insertInto('block_out')
    .values({
      room_id: roomId,
      first_day: plan.firstDay,
      last_day: plan.lastDay,
      every: plan.every,
      start_slot: plan.range.start,
      end_slot: plan.range.end,
      reason: request.reason,
      staff_id: staff.id,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = { blockOutId: id, roomIds, days: blockedDays(plan), range: plan.range, now };
  const conflicts = await blockUnlessInTheWay(tx, place, request);
  const change = {
    action: 'blocked',
    subject: 'block-out',
    subjectId: id,
    was: null,
    became: auditOf(roomId, plan),
    reason: request.reason,
  } as const;
  return { result: { id, conflicts }, changes: [change] };
}

/** Reads a block-out and locks its row. Throws 404 for an unknown id. */
async function lockBlockOut(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('block_out')
    .select([
      'id',
      'room_id',
      'first_day',
      'last_day',
      'every',
      'start_slot',
      'end_slot',
      'removed_at',
      'reason',
      'version',
      'except_days',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError('not-found', 'There is no such block-out');
  const plan: BlockOutPlan = {
    firstDay: found.first_day,
    lastDay: found.last_day,
    every: found.every,
    exceptDays: found.except_days,
    range: { start: found.start_slot, end: found.end_slot },
  };
  const { room_id: roomId, removed_at, reason, version } = found;
  return { roomId, isRemoved: removed_at !== null, plan, reason, version };
}

/** Throws 404 also for a removed block-out. */
async function lockCurrentBlockOut(tx: Tx, id: string) {
  const { isRemoved, ...blockOut } = await lockBlockOut(tx, id);
  if (isRemoved) throw new ApiError('not-found', 'This block-out was removed');
  return blockOut;
}

/**
 * Changes the room, days, times and reason of a block-out. What has passed stays as it was. Throws 404 for an unknown or removed
 * block-out, 409 'changed-meanwhile' when it no longer has the edited version, and otherwise as `makeBlockOut` does.
 */
export async function editBlockOut(
  tx: Tx,
  request: EditBlockOutRequest,
  now: EpochMs,
): Promise<AuditedResult<BlockOutResult>> {
  const { id, room_id: roomId, reason } = request;
  const before = await lockCurrentBlockOut(tx, id);
  if (before.version !== request.version) throw await staleEditError(tx, 'block-out', id, request.version);
  const plan = parsePlan(request, now, before.plan);
  const roomIds = await roomsOf(tx, roomId, plan);
  const today = dateAt(now);
  const place = {
    blockOutId: id,
    roomIds,
    days: blockedDays(plan).filter((day) => day >= today),
    range: plan.range,
    now,
  };
  await releaseBlockOut(tx, id, { from: today, except: place });
  const conflicts = await blockUnlessInTheWay(tx, place, request);
  const changed = changedFields(
    { ...auditOf(before.roomId, before.plan), except_days: before.plan.exceptDays, reason: before.reason },
    { ...auditOf(roomId, plan), except_days: plan.exceptDays, reason },
  );
  if (!changed) return { result: { id, conflicts }, changes: [] };
  const version = before.version + 1;
  await tx
    .updateTable('block_out')
    .set({
      room_id: roomId,
      first_day: plan.firstDay,
      last_day: plan.lastDay,
      every: plan.every,
      except_days: [...plan.exceptDays],
      start_slot: plan.range.start,
      end_slot: plan.range.end,
      reason,
      version,
    })
    .where('id', '=', id)
    .execute();
  const change = {
    action: 'block changed',
    subject: 'block-out',
    subjectId: id,
    was: changed.was,
    became: { ...changed.became, version },
    reason,
  } as const;
  return { result: { id, conflicts }, changes: [change] };
}

/**
 * Leaves a day out of a series, or blocks it again, except times that were booked meanwhile. A repeated call changes nothing. Throws
 * 404 for an unknown or removed block-out, and 400 for a day that is over, is not in the series or is its only one.
 */
export async function exceptBlockOutDay(
  tx: Tx,
  { id, day, excepted, reason }: ExceptBlockOutDayRequest,
  now: EpochMs,
): Promise<AuditedResult<BlockOutResult>> {
  const { roomId, plan, version } = await lockCurrentBlockOut(tx, id);
  if (!daysOfSeries(plan).includes(day)) throw fieldError('day', 'must be a day of the series');
  if (day < dateAt(now)) throw fieldError('day', 'must not be over');
  const place = {
    blockOutId: id,
    roomIds: await roomsOf(tx, roomId, plan),
    days: [day],
    range: plan.range,
    now,
  };
  if (plan.exceptDays.includes(day) === excepted) {
    return {
      result: { id, conflicts: excepted ? [] : (await findConflicts(tx, place)).listed },
      changes: [],
    };
  }
  const exceptDays = excepted
    ? [...plan.exceptDays, day].toSorted()
    : plan.exceptDays.filter((other) => other !== day);
  if (blockedDays({ ...plan, exceptDays }).length === 0) {
    throw fieldError('day', 'must not be the only day that is left: remove the block instead');
  }
  if (excepted) await releaseBlockOut(tx, id, { from: day, to: day });
  else await blockSlots(tx, place);
  await tx
    .updateTable('block_out')
    .set({ except_days: exceptDays, version: version + 1 })
    .where('id', '=', id)
    .execute();
  const change = {
    action: excepted ? 'day left out' : 'day blocked again',
    subject: 'block-out',
    subjectId: id,
    was: { except_days: plan.exceptDays },
    became: { except_days: exceptDays, version: version + 1 },
    reason,
  } as const;
  const conflicts = excepted ? [] : (await findConflicts(tx, place)).listed;
  return { result: { id, conflicts }, changes: [change] };
}

/** Blocks the slots of a block-out that have become free. Throws 404 for an unknown or removed block-out. */
export async function fillBlockOut(tx: Tx, id: string, now: EpochMs): Promise<AuditedResult<BlockOutResult>> {
  const { roomId, plan } = await lockCurrentBlockOut(tx, id);
  const roomIds = await roomsOf(tx, roomId, plan);
  const today = dateAt(now);
  const days = blockedDays(plan).filter((day) => day >= today);
  const place = { blockOutId: id, roomIds, days, range: plan.range, now };
  const addedSlots = await blockSlots(tx, place);
  const changes =
    addedSlots === 0
      ? []
      : [
          {
            action: 'blocked the rest',
            subject: 'block-out' as const,
            subjectId: id,
            was: null,
            became: { ...auditOf(roomId, plan), added_slots: addedSlots },
          },
        ];
  return { result: { id, conflicts: (await findConflicts(tx, place)).listed }, changes };
}

/**
 * Applies the current and future block-outs of all rooms to a room that was added or restored: a holiday also covers rooms that
 * did not exist when it was entered.
 */
export async function blockNewRoom(tx: Tx, roomId: number, now: EpochMs): Promise<void> {
  const today = dateAt(now);
  const blockOuts = await tx
    .selectFrom('block_out')
    .select(['id', 'first_day', 'last_day', 'every', 'start_slot', 'end_slot', 'except_days'])
    .where('room_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('last_day', '>=', today)
    .orderBy('id')
    .forShare()
    .execute();
  for (const { id, every, ...blockOut } of blockOuts) {
    const { first_day: firstDay, last_day: lastDay, except_days: exceptDays } = blockOut;
    const days = blockedDays({ firstDay, lastDay, every, exceptDays }).filter((day) => day >= today);
    const range = { start: blockOut.start_slot, end: blockOut.end_slot };
    await blockSlots(tx, { blockOutId: id, roomIds: [roomId], days, range, now });
  }
}

/** Releases the times of a block-out. Removing it twice changes nothing. Throws 404 for an unknown id. */
export async function removeBlockOut(
  tx: Tx,
  id: string,
  reason: string,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const { roomId, isRemoved, plan } = await lockBlockOut(tx, id);
  if (isRemoved) return { result: null, changes: [] };
  await releaseBlockOut(tx, id);
  await tx
    .updateTable('block_out')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  const change = {
    action: 'unblocked',
    subject: 'block-out',
    subjectId: id,
    was: auditOf(roomId, plan),
    became: null,
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/** Of a range on the given days in `rooms` rooms. */
function countFutureSlots(
  { start, end }: SlotRange,
  days: readonly string[],
  rooms: number,
  now: EpochMs,
): number {
  const today = dateAt(now);
  const remainingToday = slotCount({ start: Math.min(end, Math.max(start, startedSlots(today, now))), end });
  return rooms * days.reduce((sum, day) => sum + (day === today ? remainingToday : end - start), 0);
}

/** By block-out. In a block-out of all rooms, archived rooms do not count. */
async function countOwnSlots(
  database: Database,
  ids: readonly string[],
  now: EpochMs,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; slots: number }>`
    select slot.block_out_id as id, count(*)::integer as slots
    from booking_slot slot
    join block_out on block_out.id = slot.block_out_id
    join room on room.id = slot.room_id
    where slot.block_out_id = any (${ids}::uuid[]) and ${isFutureSlot(now)}
      and (block_out.room_id is not null or room.archived_at is null)
    group by slot.block_out_id`.execute(database);
  return new Map(rows.map(({ id, slots }) => [id, slots]));
}

/**
 * The current and future block-outs, soonest first, each with what is in its way and the number of its slots that have become
 * free.
 */
export async function blockOutsAhead(database: Database, now: EpochMs): Promise<BlockOut[]> {
  const rows = await database
    .selectFrom('block_out')
    .leftJoin('room', 'room.id', 'block_out.room_id')
    .innerJoin('app_user', 'app_user.id', 'block_out.staff_id')
    .select([
      'block_out.id',
      'room_id',
      'room.name as room_name',
      'first_day',
      'last_day',
      'every',
      'start_slot',
      'end_slot',
      'reason',
      'block_out.version',
      'except_days',
      'first_name',
    ])
    .where('removed_at', 'is', null)
    .where('last_day', '>=', dateAt(now))
    .orderBy('first_day')
    .orderBy('start_slot')
    .orderBy('block_out.id')
    .execute();
  const rooms = await database.selectFrom('room').select('id').where('archived_at', 'is', null).execute();
  const ownSlotCounts = await countOwnSlots(
    database,
    rows.map(({ id }) => id),
    now,
  );
  const today = dateAt(now);
  const blockOuts: BlockOut[] = [];
  for (const { start_slot, end_slot, first_name, ...row } of rows) {
    const { id: blockOutId, room_id: roomId, first_day: firstDay, last_day: lastDay, every } = row;
    const exceptDays = row.except_days;
    const range = { start: start_slot, end: end_slot };
    const days = blockedDays({ firstDay, lastDay, every, exceptDays }).filter((day) => day >= today);
    const roomIds = roomId === null ? rooms.map(({ id }) => id) : [roomId];
    const unblockedSlots =
      countFutureSlots(range, days, roomIds.length, now) - (ownSlotCounts.get(blockOutId) ?? 0);
    const conflicts =
      unblockedSlots === 0
        ? { listed: [], slots: 0 }
        : await findConflicts(database, { blockOutId, roomIds, days, range, now });
    blockOuts.push({
      ...row,
      start_time: slotTime(start_slot),
      end_time: slotTime(end_slot),
      by: first_name,
      in_the_way: conflicts.listed,
      free_slots: unblockedSlots - conflicts.slots,
    });
  }
  return blockOuts;
}
