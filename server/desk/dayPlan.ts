import { sql } from 'kysely';
import type { Arrival, DayPlan, PlanBuffer, PlanEntry } from '../../contract/desk/dayPlan.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { dateAt, weekdayOf } from '../../domain/time/calendar.ts';
import { paymentMethodOf, type ProviderMethod } from '../../domain/money/paymentMethods.ts';
import { freeRanges } from '../../domain/time/ranges.ts';
import { slotsIn, SLOTS_PER_DAY, slotTime } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { expiryCutoff } from '../slots/holdExpiry.ts';
import { HELD_SHARE_DAYS, heldShare } from '../slots/heldShare.ts';
import type { Database } from '../platform/database/schema.ts';
import { tariffOn, tariffResponse } from '../rooms/prices.ts';
import { openRangeOn } from '../slots/openHours.ts';
import { decodeTakenSlots } from '../slots/takenSlots.ts';

interface OccupiedRange {
  readonly room_id: number;
  readonly start: number;
  readonly end: number;
  readonly booking_id: string | null;
  readonly block_out_id: string | null;
  readonly until: Date | null;
  readonly who: string;
  readonly paid_with: 'points' | 'card' | null;
  readonly paid: number | null;
  readonly payment_id: string | null;
  readonly payment_method: ProviderMethod | null;
  readonly arrival: Arrival | null;
  readonly has_note: boolean;
}

/**
 * The occupied slot ranges of a day without the buffers, read from `booking_slot`, which decides who has a slot. A move that is
 * being paid may have two ranges, before and after the slots of its booking. The slots of its buffer that the
 * move takes are held by the move.
 */
async function occupiedRanges(database: Database, day: string, now: EpochMs): Promise<OccupiedRange[]> {
  const { rows } = await sql<OccupiedRange>`
    with taken as (
      select booking_slot.room_id, slot, coalesce(move.id, booking_slot.booking_id) as booking_id, block_out_id,
        coalesce(move.hold_expires_at, booking_slot.hold_expires_at) as hold_expires_at
      from room join booking_slot on booking_slot.room_id = room.id
      left join booking own on own.id = booking_slot.booking_id and slot >= own.end_slot
      left join booking move on move.moves_booking_id = own.id and move.status = ${bookingCodes.pending_move}
        and move.room_id = own.room_id and move.day = own.day and slot >= move.start_slot and slot < move.end_slot
        and move.hold_expires_at > ${expiryCutoff(now)}
      where booking_slot.day = ${day}
        and (booking_slot.hold_expires_at is null or booking_slot.hold_expires_at > ${expiryCutoff(now)})
    ),
    owned as (
      select room_id, slot, booking_id, block_out_id, hold_expires_at,
        slot - row_number() over (partition by room_id, coalesce(booking_id, block_out_id) order by slot) as run
      from taken
    ),
    runs as (
      select room_id, booking_id, block_out_id, hold_expires_at, min(slot)::integer as start, max(slot)::integer + 1 as "end"
      from owned group by room_id, booking_id, block_out_id, hold_expires_at, run
    )
    select runs.room_id, runs.start, least(runs."end", coalesce(booking.end_slot, runs."end"))::integer as "end",
      runs.block_out_id, runs.hold_expires_at as until,
      coalesce(booking.moves_booking_id, booking.id) as booking_id,
      coalesce(nullif(concat_ws(' ', app_user.first_name, app_user.last_name), ''), block_out.reason, '') as who,
      booking.paid_with, coalesce(booking.total_paise, booking.half_points) as paid,
      payment.payment_id, payment.method as payment_method, desk_booking.arrival, coalesce(desk_booking.note, '') <> '' as has_note
    from runs
    left join booking on booking.id = runs.booking_id
    left join app_user on app_user.id = booking.user_id
    left join series_date on series_date.booking_id = booking.id
    left join booking head on head.id = coalesce(series_date.head_id, booking.id)
    left join payment on payment.payment_id = head.paid_by_payment_id
    left join desk_booking on desk_booking.booking_id = booking.id
    left join block_out on block_out.id = runs.block_out_id
    where booking.id is null or runs.start < booking.end_slot
    order by runs.room_id, runs.start`.execute(database);
  return rows;
}

function methodOf({ paid_with, payment_id, payment_method }: OccupiedRange): PlanEntry['method'] {
  if (paid_with === 'points') return 'points';
  return payment_id === null ? null : paymentMethodOf(payment_id, payment_method);
}

const entryOf = (range: OccupiedRange): PlanEntry => ({
  kind: range.block_out_id !== null ? 'block-out' : range.until === null ? 'booking' : 'hold',
  id: range.booking_id ?? range.block_out_id ?? '',
  room_id: range.room_id,
  start_time: slotTime(range.start),
  end_time: slotTime(range.end),
  who: range.who,
  until: range.until?.toISOString() ?? null,
  paid_with: range.paid_with,
  method: methodOf(range),
  amount: range.paid_with === null ? null : amountField({ with: range.paid_with, amount: range.paid ?? 0 }),
  arrival: range.arrival,
  has_note: range.has_note,
});

/** The slots of a day that nobody has, but that nobody can book: the buffers of the rooms after and before bookings. */
async function bufferRanges(
  database: Database,
  day: string,
  occupied: readonly OccupiedRange[],
  now: EpochMs,
): Promise<PlanBuffer[]> {
  const { rows } = await sql<{ id: number; buffer: number; bits: number }>`
    select room.id, room.buffer_slots as buffer, bit_or(1::bigint << slot) as bits
    from room join booking_slot on booking_slot.room_id = room.id
    where day = ${day} and (hold_expires_at is null or hold_expires_at > ${expiryCutoff(now)})
    group by room.id
    order by room.id`.execute(database);
  return rows.flatMap(({ id, buffer, bits }) => {
    const entries = occupied.filter(({ room_id }) => room_id === id).flatMap((range) => slotsIn(range));
    const taken = new Set(decodeTakenSlots(bits, 0, buffer));
    const others = slotsIn({ start: 0, end: SLOTS_PER_DAY }).filter((slot) => !taken.has(slot));
    return freeRanges({ taken: [...entries, ...others] }).map(({ start, end }) => ({
      room_id: id,
      start_time: slotTime(start),
      end_time: slotTime(end),
    }));
  });
}

/**
 * The plan of a day (IST date): the rooms on the site, and archived rooms with occupied slots on that day, with their opening
 * hours, the occupied times of each room, and the times that stay free between bookings.
 */
export async function dayPlan(database: Database, date: string, now: EpochMs): Promise<DayPlan> {
  const rooms = await database
    .selectFrom('room')
    .select(['id', 'name', 'area_name', 'capacity', 'opens', 'closes'])
    .select(tariffOn(dateAt(now)))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('archived_at', 'is', null),
        exists(
          selectFrom('booking_slot')
            .select('slot')
            .whereRef('booking_slot.room_id', '=', 'room.id')
            .where('booking_slot.day', '=', date),
        ),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
  const { held, open: openSlots } = await heldShare(database, now);
  const occupied = await occupiedRanges(database, date, now);
  return {
    date,
    held: { slots: held, open_slots: openSlots, days: HELD_SHARE_DAYS },
    rooms: rooms.map(({ id, name, area_name, capacity, price_per_hour_paise, rates, ...hours }) => {
      const open = openRangeOn(hours, weekdayOf(date));
      return {
        id,
        name,
        area: area_name,
        capacity,
        ...tariffResponse({ price_per_hour_paise, rates }),
        opens: open && slotTime(open.start),
        closes: open && slotTime(open.end),
      };
    }),
    entries: occupied.map(entryOf),
    buffers: await bufferRanges(database, date, occupied, now),
  };
}
