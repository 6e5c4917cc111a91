import { sql, type Selectable } from 'kysely';
import {
  MAX_UPCOMING_LISTED,
  type ArchiveRoomRequest,
  type DeskRoom,
  type SaveRoomRequest,
  type UpcomingBooking,
} from '../../contract/desk/rooms.ts';
import { dateAt, startedSlots } from '../../domain/time/calendar.ts';
import { capitalised } from '../../domain/text/capitalised.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { PLACEHOLDER_PICTURE } from '../../domain/rooms/pictures.ts';
import { roomSlug, slugOf } from '../../domain/rooms/roomSlug.ts';
import { SLOTS_PER_DAY, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import { roomColumns } from '../platform/database/columns.ts';
import type { Database, RoomTable, Tx } from '../platform/database/schema.ts';
import { lockNamed } from '../platform/database/transaction.ts';
import { rateResponse, tariffOn } from './prices.ts';
import { roomResponse, unpricedRoomColumns, type StoredRoom } from './rooms.ts';
import { checkPictures } from '../content/pictures/pictures.ts';
import { blockNewRoom } from '../slots/blockOuts.ts';
import { changedFields } from '../audit/changedFields.ts';
import { changedValueError, staleEditError } from '../audit/staleEdit.ts';
import type { AuditedChange, AuditedResult } from '../audit/staffChange.ts';

export interface RoomVersion {
  readonly id: number;
  readonly version: number;
}

interface Upcoming {
  readonly bookings: number;
  /** Up to the maximum of the response. */
  readonly listed: readonly UpcomingBooking[];
}

/** Not started; by the id of the room. */
async function upcomingByRoom(database: Database, now: EpochMs): Promise<ReadonlyMap<number, Upcoming>> {
  const today = dateAt(now);
  const { rows } = await sql<{
    room_id: number;
    id: string;
    day: string;
    start_slot: number;
    end_slot: number;
    who: string;
    bookings: number;
  }>`
    select upcoming.room_id, upcoming.id, upcoming.day, upcoming.start_slot, upcoming.end_slot, upcoming.bookings,
      concat_ws(' ', app_user.first_name, app_user.last_name) as who
    from (
      select id, room_id, user_id, day, start_slot, end_slot,
        row_number() over (partition by room_id order by day, start_slot) as nth,
        (count(*) over (partition by room_id))::integer as bookings
      from booking
      where status = 'confirmed' and moves_booking_id is null
        and day >= ${today}::date and (day > ${today}::date or start_slot >= ${startedSlots(today, now)})
    ) upcoming
    left join app_user on app_user.id = upcoming.user_id
    where upcoming.nth <= ${MAX_UPCOMING_LISTED}
    order by upcoming.room_id, upcoming.nth`.execute(database);
  const byRoom = new Map<number, { bookings: number; listed: UpcomingBooking[] }>();
  for (const { room_id, bookings, id, who, day, start_slot, end_slot } of rows) {
    const room = byRoom.get(room_id) ?? { bookings, listed: [] };
    room.listed.push({ id, who, day, start_time: slotTime(start_slot), end_time: slotTime(end_slot) });
    byRoom.set(room_id, room);
  }
  return byRoom;
}

/** All rooms in their order, including archived ones. */
export async function deskRooms(database: Database, now: EpochMs): Promise<DeskRoom[]> {
  const today = dateAt(now);
  const rooms = await database
    .selectFrom('room')
    .select(unpricedRoomColumns)
    .select(tariffOn(today))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const upcoming = await upcomingByRoom(database, now);
  const prices = await database
    .selectFrom('room_price')
    .select(['room_id', 'from_day', 'price_per_hour_paise'])
    .where('from_day', '>', today)
    .orderBy('from_day')
    .execute();
  const rates = await database
    .selectFrom('room_rates')
    .select(['room_id', 'from_day', 'rates'])
    .where('from_day', '>', today)
    .orderBy('from_day')
    .execute();
  return rooms.map((room) => ({
    ...roomResponse(room),
    version: room.version,
    archived: room.archived_at !== null,
    draft: room.is_draft,
    prices: prices
      .filter(({ room_id }) => room_id === room.id)
      .map(({ from_day, price_per_hour_paise }) => ({
        from_day,
        price_per_hour: price_per_hour_paise / 100,
      })),
    later_rates: rates
      .filter(({ room_id }) => room_id === room.id)
      .map((later) => ({ from_day: later.from_day, rates: later.rates.map(rateResponse) })),
    bookings_ahead: upcoming.get(room.id)?.bookings ?? 0,
    upcoming: [...(upcoming.get(room.id)?.listed ?? [])],
  }));
}

/**
 * Reads a room and locks it until the transaction ends. Throws 404 for an unknown room, and 409 when the room no longer has the
 * edited version.
 */
export async function lockRoom(tx: Tx, id: number, version: number): Promise<StoredRoom> {
  const room = await tx
    .selectFrom('room')
    .select(roomColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!room) throw new ApiError('not-found', 'There is no such room');
  if (room.version !== version) throw await staleEditError(tx, 'room', String(id), version);
  return room;
}

/** Contains the new version of the room, which `staleEditError` needs. */
export const roomChange = (
  action: string,
  { id, version }: RoomVersion,
  was: object | null,
  became: object,
  reason?: string,
): AuditedChange => ({
  action,
  subject: 'room',
  subjectId: String(id),
  was,
  became: { ...became, version },
  reason,
});

/**
 * Throws 400 for a name whose page address belongs to another room on the site or to another page. A lock serialises the
 * transactions that change names.
 */
async function checkName(tx: Tx, name: string, id: number | null): Promise<void> {
  await lockNamed(tx, 'room names');
  const rooms = await tx
    .selectFrom('room')
    .select(['id', 'name as room_name'])
    .where('archived_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '<>', id ?? 0))
    .execute();
  const slug = slugOf(name);
  if (rooms.some(({ room_name }) => slugOf(room_name) === slug)) {
    throw fieldError('room_name', 'must differ from the names of the other rooms');
  }
  // `roomSlug` gives another address to a name that is the address of another page.
  if (roomSlug({ id: 0, roomName: name }, []) !== slug)
    throw fieldError('room_name', 'is reserved for another page of the site');
}

const otherColumns = [
  'id',
  'price_per_hour_paise',
  'position',
  'archived_at',
  'is_draft',
  'version',
] as const;

type EditedFields = Omit<Selectable<RoomTable>, (typeof otherColumns)[number]>;

/** What a form of the previous version does not send, of a new room. */
const defaults = { description: '', min_slots: 1, max_slots: SLOTS_PER_DAY, buffer_slots: 0 } as const;

/** `before`: the edited room. */
function columnsOf(
  request: SaveRoomRequest,
  before: Pick<EditedFields, keyof typeof defaults> = defaults,
): EditedFields {
  const { opening_hours: hours } = request;
  const minSlots = request.min_slots ?? before.min_slots;
  const maxSlots = request.max_slots ?? before.max_slots;
  // A request may have only one of them.
  if (minSlots > maxSlots) throw fieldError('max_slots', 'must not be shorter than the shortest booking');
  return {
    name: request.room_name,
    capacity: request.room_capacity,
    images: request.images.length > 0 ? request.images : [PLACEHOLDER_PICTURE],
    image_alts: Object.fromEntries(
      request.images.flatMap((path) => {
        const alt = request.image_alts[path];
        return alt === undefined ? [] : [[path, alt]];
      }),
    ),
    amenities: request.amenities,
    floor: request.floor ?? '',
    building_no: request.building_no,
    street_name: request.street_name,
    area_name: request.area_name,
    city: capitalised(request.city),
    pincode: request.pincode,
    // Both are equal on a closed day.
    opens: hours.map((open) => open?.start ?? DEFAULT_OPENING.start),
    closes: hours.map((open) => open?.end ?? DEFAULT_OPENING.start),
    layouts: Object.fromEntries(request.layouts.map(({ name, seats }) => [name, seats])),
    description: request.description ?? before.description,
    min_slots: minSlots,
    max_slots: maxSlots,
    buffer_slots: request.buffer_slots ?? before.buffer_slots,
  };
}

const editedColumns = roomColumns.filter(
  (column): column is keyof EditedFields => !(otherColumns as readonly string[]).includes(column),
);
const editedFieldsOf = (room: StoredRoom): EditedFields =>
  Object.fromEntries(editedColumns.map((column) => [column, room[column]])) as unknown as EditedFields;

/** Fields as the audit stores them: the opening hours of each weekday in one field, null on a closed day. */
const auditOf = ({ opens, closes, ...fields }: EditedFields) => ({
  ...fields,
  opening_hours: opens.map((start, day): SlotRange | null => {
    const end = closes[day] ?? start;
    return end > start ? { start, end } : null;
  }),
});

/** New names last, because the order of the form is not meaningful. */
const inExistingOrder = (existing: readonly string[], names: readonly string[]): string[] => [
  ...existing.filter((name) => names.includes(name)),
  ...names.filter((name) => !existing.includes(name)),
];

async function addRoom(tx: Tx, request: SaveRoomRequest, now: EpochMs): Promise<AuditedResult<RoomVersion>> {
  const fields = columnsOf(request);
  await checkName(tx, fields.name, null);
  // The lock of `checkName` prevents two new rooms from getting the same id.
  const last = await tx
    .selectFrom('room')
    .select(({ fn }) => [fn.max('id').as('id'), fn.max('position').as('position')])
    .executeTakeFirst();
  const room = { id: (last?.id ?? 0) + 1, version: 1 };
  const isDraft = request.draft === true;
  const price = request.price_per_hour ?? 0;
  await tx
    .insertInto('room')
    .values({
      ...fields,
      ...room,
      position: (last?.position ?? 0) + 1,
      price_per_hour_paise: price,
      // A draft is off the site like an archived room, for every rule and for servers of the previous version.
      archived_at: isDraft ? new Date(now) : null,
      is_draft: isDraft,
    })
    .execute();
  if (!isDraft) await blockNewRoom(tx, room.id, now);
  const became = { ...auditOf(fields), price_per_hour_paise: price };
  const action = isDraft ? 'draft of a room added' : 'room added';
  return { result: room, changes: [roomChange(action, room, null, became)] };
}

/**
 * Adds a room, which block-outs of all rooms then cover, or changes all fields of a room except its price. Throws 400 for a name
 * that another room on the site has and for pictures that do not exist, 404 for an unknown room, and 409 when the room was
 * changed meanwhile.
 */
export async function saveRoom(
  tx: Tx,
  request: SaveRoomRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  if (request.id === null) {
    await checkPictures(tx, 'images', request.images, []);
    return addRoom(tx, request, now);
  }
  const before = await lockRoom(tx, request.id, request.version);
  const fields = {
    ...columnsOf(request, before),
    amenities: inExistingOrder(before.amenities, request.amenities),
  };
  await checkPictures(tx, 'images', request.images, before.images);
  if (fields.name !== before.name && before.archived_at === null) {
    await checkName(tx, fields.name, before.id);
  }
  const changed = changedFields(auditOf(editedFieldsOf(before)), auditOf(fields));
  if (!changed) return { result: before, changes: [] };
  const room = { id: before.id, version: before.version + 1 };
  await tx
    .updateTable('room')
    .set({ ...fields, version: room.version })
    .where('id', '=', room.id)
    .execute();
  return { result: room, changes: [roomChange('room changed', room, changed.was, changed.became)] };
}

/**
 * Archives a room, which takes it off the site and keeps its bookings, or restores it, or publishes a draft. Throws 404 for an unknown room, 409 when
 * the room was changed meanwhile, and 400 when another room has its name now.
 */
export async function archiveRoom(
  tx: Tx,
  { id, version, archived, reason }: ArchiveRoomRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  const before = await lockRoom(tx, id, version);
  if ((before.archived_at !== null) === archived) return { result: before, changes: [] };
  if (!archived) await checkName(tx, before.name, id);
  const room = { id, version: before.version + 1 };
  await tx
    .updateTable('room')
    .set({ archived_at: archived ? new Date(now) : null, is_draft: false, version: room.version })
    .where('id', '=', id)
    .execute();
  if (!archived) await blockNewRoom(tx, id, now);
  const action = archived ? 'room archived' : before.is_draft ? 'room published' : 'room put back';
  const change = roomChange(action, room, { archived: !archived }, { archived }, reason);
  return { result: room, changes: [change] };
}

/**
 * Sets the order of all rooms. Throws 409 'changed-meanwhile' for a list that does not contain each room exactly once, and when the
 * order is not the one that was shown.
 */
export async function orderRooms(
  tx: Tx,
  ids: readonly number[],
  shownIds?: readonly number[],
): Promise<AuditedResult<null>> {
  const rooms = await tx.selectFrom('room').select(['id', 'position']).orderBy('id').forUpdate().execute();
  const known = new Set(rooms.map(({ id }) => id));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id))) {
    throw new ApiError('changed-meanwhile', 'The rooms have changed: reload the list');
  }
  const before = rooms.toSorted((a, b) => a.position - b.position || a.id - b.id).map(({ id }) => id);
  if (before.every((id, index) => id === ids[index])) return { result: null, changes: [] };
  if (shownIds && !before.every((id, index) => id === shownIds[index])) {
    throw await changedValueError(
      tx,
      { subject: 'room', subjectId: 'all', action: 'rooms ordered' },
      { order: before },
    );
  }
  await sql`update room set position = wanted.nth
    from unnest(${[...ids]}::integer[]) with ordinality as wanted (id, nth)
    where room.id = wanted.id`.execute(tx);
  const change = {
    action: 'rooms ordered',
    subject: 'room',
    subjectId: 'all',
    was: { order: before },
    became: { order: [...ids] },
  } as const;
  return { result: null, changes: [change] };
}
