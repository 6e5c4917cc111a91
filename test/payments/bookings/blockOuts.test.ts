import { beforeEach, describe, expect, test } from 'vitest';
import type { BlockOut, BlockOutResponse, BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import { type AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { TakenSlotsResponse } from '../../../contract/rooms/rooms.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { blockOutsAhead } from '../../../server/slots/blockOuts.ts';
import { examples } from '../../../tools/openapi/examples.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByPoints } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, DAY, dataOf, ROOM, bookingState } from '../startPayments.ts';

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

type BlockOutResult = ApiResponse<BlockOutResponse & ErrorBody>;

const fields = {
  room_id: ROOM,
  first_day: DAY,
  last_day: DAY,
  every: 'day',
  start_time: '10:00:00',
  end_time: '12:00:00',
  reason: 'New carpet',
  around: false,
};
const block = (overrides: Record<string, unknown> = {}): Promise<BlockOutResult> =>
  post(server, deskPaths.makeBlockOut, { ...fields, ...overrides }, { token: desk.access });
const fill = (id: string): Promise<BlockOutResult> =>
  post(server, deskPaths.fillBlockOut, { id }, { token: desk.access });
const unblock = (id: string) =>
  post(server, deskPaths.removeBlockOut, { id, reason: 'Done early' }, { token: desk.access });
const edit = (id: string, overrides: Record<string, unknown> = {}): Promise<BlockOutResult> =>
  post(server, deskPaths.editBlockOut, { ...fields, id, version: 1, ...overrides }, { token: desk.access });
const except = (id: string, day: string, excepted = true): Promise<BlockOutResult> =>
  post(
    server,
    deskPaths.exceptBlockOutDay,
    { id, day, excepted: excepted ? '1' : '', reason: 'A fair' },
    { token: desk.access },
  );
const fetchBlockOuts = async () =>
  (await get<BlockOutsResponse>(server, deskPaths.blockOuts, desk.access)).body.data;
/** Kinds of conflicts, and how many of its slots are still free. */
const conflictsIn = (blockOuts: readonly BlockOut[], id: string) => {
  const found = blockOuts.find((blockOut) => blockOut.id === id);
  return [found?.in_the_way.map(({ kind }) => kind), found?.free_slots];
};
const fetchConflicts = async (id: string) => conflictsIn(await fetchBlockOuts(), id);
const audit = async (id: string) =>
  (
    await get<AuditResponse>(server, `${deskPaths.audit}?subject=block-out&subject_id=${id}`, desk.access)
  ).body.data.map(({ action, reason }) => [action, reason]);
/** As visitors see them. */
const taken = async (day = DAY, id = ROOM) =>
  (await post<TakenSlotsResponse>(server, paths.takenSlots, { date: day, id })).body.data.time;
const TEN_TO_TWELVE = [20, 21, 22, 23].map(slotTime);
const conflictsOf = ({ body }: BlockOutResult) =>
  body.error.in_the_way?.map(({ kind, start_time, end_time, who }) => [kind, start_time, end_time, who]);
const codeOf = ({ status, body }: BlockOutResult) => (status === 200 ? 'done' : body.error.code);

describe('a block-out', () => {
  test('blocks the times of a room, is listed and in the audit, and can be removed', async () => {
    const { id, in_the_way } = dataOf(await block());
    expect(in_the_way).toEqual([]);
    expect(await taken()).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    const booked = await post<ErrorBody>(
      server,
      paths.book,
      bookingFields(server.member, ROOM, DAY, { start: 22, end: 25 }),
      { token: server.member.access },
    );
    expect([booked.status, booked.body.error.code]).toEqual([409, 'slot-taken']);
    expect(await fetchBlockOuts()).toEqual([
      {
        id,
        room_id: ROOM,
        room_name: 'Kolam Round',
        first_day: DAY,
        last_day: DAY,
        every: 'day',
        start_time: '10:00:00',
        end_time: '12:00:00',
        reason: 'New carpet',
        by: 'Divya',
        in_the_way: [],
        free_slots: 0,
        version: 1,
        except_days: [],
      },
    ]);
    expect((await unblock(id)).status).toBe(200);
    expect((await unblock(id)).status).toBe(200);
    expect(await taken()).not.toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    expect(await fetchBlockOuts()).toEqual([]);
    expect(await audit(id)).toEqual([
      ['unblocked', 'Done early'],
      ['blocked', 'New carpet'],
    ]);
    expect((await fill(id)).status).toBe(404);
  });

  test('can be for all rooms, for whole days, and once a week', async () => {
    const rooms = await server.database.selectFrom('room').select('id').execute();
    const lastDay = addDays(DAY, 20);
    const whole = {
      room_id: '',
      last_day: lastDay,
      every: 'week',
      start_time: '00:00',
      end_time: '24:00:00',
    };
    const { id } = dataOf(await block({ ...whole, around: true }));
    const rows = await server.database
      .selectFrom('booking_slot')
      .select(['room_id', 'day', 'slot'])
      .where('block_out_id', '=', id)
      .execute();
    const days = [DAY, addDays(DAY, 7), addDays(DAY, 14)];
    expect([...new Set(rows.map(({ day }) => day))].toSorted()).toEqual(days);
    expect([...new Set(rows.map(({ room_id }) => room_id))]).toHaveLength(rooms.length);
    // There are no other bookings, so that every slot is blocked.
    expect(rows).toHaveLength(rooms.length * days.length * 48);
    expect(await fetchConflicts(id)).toEqual([[], 0]);
  });

  test('never replaces bookings, holds and block-outs, which are listed as conflicts', async () => {
    const booking = await bookByPoints(server, DAY, { start: 23, end: 25 });
    const held = dataOf(await create(server, { start: 20, end: 21 }));
    const other = dataOf(await block({ start_time: '11:00:00', end_time: '11:30:00' })).id;

    const refused = await block();
    expect([refused.status, codeOf(refused)]).toEqual([409, 'in-the-way']);
    expect(conflictsOf(refused)).toEqual([
      ['hold', '10:00:00', '10:30:00', 'Gautam Raman'],
      ['block-out', '11:00:00', '11:30:00', 'New carpet'],
      ['booking', '11:30:00', '12:00:00', 'Meera Raman'],
    ]);
    expect(await fetchBlockOuts()).toHaveLength(1);
    expect(await taken()).not.toContain('10:30:00');

    // A conflict that the desk has not seen is reported first, and nothing is blocked.
    const seenIds = refused.body.error.in_the_way?.map(({ id }) => id) ?? [];
    const unseen = await block({ around: true, seen: [held.notes[2].booking_id, other] });
    expect([unseen.status, conflictsOf(unseen)]).toEqual([409, conflictsOf(refused)]);
    expect(await fetchBlockOuts()).toHaveLength(1);
    // The form sends all values as text.
    const around = dataOf(await block({ around: '1', seen: seenIds.join(',') }));
    expect(around.in_the_way.map(({ id }) => id)).toEqual([held.notes[2].booking_id, other, booking]);
    expect(await taken()).toContain('10:30:00');
    expect(await fetchConflicts(around.id)).toEqual([['hold', 'block-out', 'booking'], 0]);
    expect(await bookingState(server, held)).toMatchObject({ status: 'held', slots: [20] });

    // Slots that became free are blocked on request, and expired holds are released.
    server.clock.now += 3_600_000;
    await server.database
      .updateTable('booking')
      .set({ hold_expires_at: new Date(0) })
      .where('status', '=', 'held')
      .execute();
    await server.database
      .updateTable('booking_slot')
      .set({ hold_expires_at: new Date(0) })
      .where('hold_expires_at', 'is not', null)
      .execute();
    expect(await fetchConflicts(around.id)).toEqual([['block-out', 'booking'], 1]);
    const filled = dataOf(await fill(around.id));
    expect(filled.in_the_way.map(({ kind }) => kind)).toEqual(['block-out', 'booking']);
    expect(await bookingState(server, held)).toMatchObject({ status: 'expired', slots: [] });
    expect(dataOf(await fill(around.id)).in_the_way).toHaveLength(2);
    expect(await fetchConflicts(around.id)).toEqual([['block-out', 'booking'], 0]);
    expect(await audit(around.id)).toEqual([
      ['blocked the rest', null],
      ['blocked', 'New carpet'],
    ]);
  });

  test('does not list conflicts and free slots of the past', async () => {
    await bookByPoints(server, DAY, { start: 20, end: 22 });
    const { id } = dataOf(await block({ around: true }));
    const leftAt = async (slot: number) =>
      conflictsIn(await blockOutsAhead(server.database, instantOf(DAY, slot)), id);
    expect(await leftAt(20)).toEqual([['booking'], 0]);
    // The booking's last slot has started.
    expect(await leftAt(21)).toEqual([[], 0]);
    expect(await leftAt(47)).toEqual([[], 0]);
  });

  test('of all rooms also covers a room that is added later, and one that is put back', async () => {
    const owner = await signIn(server, 'owner');
    await block({ room_id: '', start_time: '10:00:00', end_time: '12:00:00' });
    const room = examples['saveRoom']?.body as Record<string, unknown>;
    const added = await post<{ data: { id: number; version: number } }>(server, deskPaths.saveRoom, room, {
      token: owner.access,
    });
    const { id, version } = added.body.data;
    expect(await taken(DAY, id)).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    const archive = (archived: boolean, from: number) =>
      post(
        server,
        deskPaths.archiveRoom,
        { id, version: from, archived, reason: '' },
        { token: owner.access },
      );
    expect((await archive(true, version)).status).toBe(200);
    await server.database.deleteFrom('booking_slot').where('room_id', '=', id).execute();
    expect((await archive(false, version + 1)).status).toBe(200);
    expect(await taken(DAY, id)).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    await server.database.deleteFrom('booking_slot').where('room_id', '=', id).execute();
    await server.database.deleteFrom('room').where('id', '=', id).execute();
  });

  test('counts the free slots of a room that was added later', async () => {
    const { id } = dataOf(await block({ room_id: '', start_time: '10:00:00', end_time: '11:00:00' }));
    const archived = { archived_at: new Date(0) };
    await server.database.updateTable('room').set(archived).where('id', '=', ROOM).execute();
    try {
      expect(await fetchConflicts(id)).toEqual([[], 0]);
    } finally {
      await server.database.updateTable('room').set({ archived_at: null }).where('id', '=', ROOM).execute();
    }
    await server.database.deleteFrom('booking_slot').where('room_id', '=', ROOM).execute();
    expect(await fetchConflicts(id)).toEqual([[], 2]);
  });

  test.each([
    ['without a reason', { reason: ' ' }, 'bad-input'],
    ['that ends before it begins', { start_time: '12:00:00', end_time: '10:00:00' }, 'bad-input'],
    ['whose last day is before its first', { last_day: addDays(DAY, -1) }, 'bad-input'],
    ['in the past', { first_day: '2025-11-20' }, 'bad-input'],
    ['more than a year ahead', { last_day: '2026-12-01' }, 'bad-input'],
    ['of an unknown room', { room_id: 999 }, 'not-found'],
    [
      'with too many slots for one transaction',
      { room_id: '', start_time: '00:00', end_time: '24:00', last_day: addDays(DAY, 200) },
      'bad-input',
    ],
    ['at a time between slots', { start_time: '10:15:00' }, 'bad-input'],
  ])('%s is refused and not stored', async (_case, changed, code) => {
    expect(codeOf(await block(changed))).toBe(code);
    expect(await fetchBlockOuts()).toEqual([]);
  });
});

describe('an edited block-out', () => {
  test('has the times of its new plan, and frees the others', async () => {
    const { id } = dataOf(await block({ last_day: addDays(DAY, 2) }));
    const changed = { room_id: ROOM + 1, last_day: addDays(DAY, 1), start_time: '11:00:00', reason: 'Paint' };
    expect(dataOf(await edit(id, changed))).toEqual({ id, in_the_way: [] });
    expect(await taken()).not.toContain('11:00:00');
    expect(await taken(DAY, ROOM + 1)).toEqual(expect.arrayContaining(['11:00:00', '11:30:00']));
    expect(await taken(DAY, ROOM + 1)).not.toContain('10:30:00');
    expect(await taken(addDays(DAY, 2), ROOM + 1)).not.toContain('11:00:00');
    expect(await fetchBlockOuts()).toEqual([
      expect.objectContaining({ room_id: ROOM + 1, reason: 'Paint', version: 2, free_slots: 0 }),
    ]);
    expect(await audit(id)).toEqual([
      ['block changed', 'Paint'],
      ['blocked', 'New carpet'],
    ]);
  });

  test('that did not change is no change, and a repeated call writes nothing', async () => {
    const { id } = dataOf(await block());
    expect((await edit(id)).status).toBe(200);
    expect(await audit(id)).toEqual([['blocked', 'New carpet']]);
    expect(await fetchConflicts(id)).toEqual([[], 0]);
  });

  test('never takes the times of a booking, and stays as it was when one is in the way', async () => {
    const { id } = dataOf(await block());
    const booking = await bookByPoints(server, DAY, { start: 24, end: 25 });
    const refused = await edit(id, { end_time: '13:00:00', start_time: '11:00:00' });
    expect([codeOf(refused), conflictsOf(refused)]).toEqual([
      'in-the-way',
      [['booking', '12:00:00', '12:30:00', 'Meera Raman']],
    ]);
    expect(await taken()).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    const around = { end_time: '13:00:00', start_time: '11:00:00', around: true, seen: booking };
    expect(dataOf(await edit(id, around)).in_the_way.map(({ id: other }) => other)).toEqual([booking]);
    expect(await taken()).toEqual(expect.arrayContaining(['11:00:00', '11:30:00', '12:30:00']));
    expect(await taken()).not.toContain('10:00:00');
  });

  test('is refused to a second clerk, who sees what the first one has changed', async () => {
    const { id } = dataOf(await block());
    expect((await edit(id, { reason: 'Paint' })).status).toBe(200);
    const stale = await edit(id, { reason: 'Damp' });
    expect(codeOf(stale)).toBe('changed-meanwhile');
    expect(stale.body.error.changed).toMatchObject({
      by: expect.stringContaining('Divya'),
      version: 2,
      fields: { reason: 'Paint' },
    });
  });

  test('may have begun in the past, whose times stay', async () => {
    const { id } = dataOf(await block({ last_day: addDays(DAY, 2) }));
    server.clock.now = instantOf(addDays(DAY, 1), 0);
    desk = await signIn(server, 'desk');
    expect(codeOf(await edit(id, { first_day: addDays(DAY, -1), last_day: addDays(DAY, 2) }))).toBe(
      'bad-input',
    );
    expect((await edit(id, { last_day: addDays(DAY, 1), start_time: '11:00:00' })).status).toBe(200);
    const rows = await server.database
      .selectFrom('booking_slot')
      .select(['day', 'slot'])
      .where('block_out_id', '=', id)
      .orderBy('day')
      .orderBy('slot')
      .execute();
    expect(rows).toEqual([
      ...[20, 21, 22, 23].map((slot) => ({ day: DAY, slot })),
      ...[22, 23].map((slot) => ({ day: addDays(DAY, 1), slot })),
    ]);
  });

  test.each([
    ['an unknown one', {}, 'not-found'],
    ['one without a reason', { reason: ' ' }, 'bad-input'],
    ['one that ends before it begins', { end_time: '09:00:00' }, 'bad-input'],
    ['one of an unknown room', { room_id: 999 }, 'not-found'],
  ])('%s is refused', async (name, changed, code) => {
    const { id } = dataOf(await block());
    const edited = name === 'an unknown one' ? '00000000-0000-4000-8000-000000000000' : id;
    expect(codeOf(await edit(edited, changed))).toBe(code);
    expect(await taken()).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
  });

  test('that was removed is refused', async () => {
    const { id } = dataOf(await block());
    await unblock(id);
    expect(codeOf(await edit(id))).toBe('not-found');
    expect(codeOf(await except(id, DAY))).toBe('not-found');
  });
});

describe('a day of a series', () => {
  const series = { last_day: addDays(DAY, 14), every: 'week' };
  const SECOND = addDays(DAY, 7);

  test('can be left out and blocked again; a repeated call changes nothing', async () => {
    const { id } = dataOf(await block(series));
    for (let call = 0; call < 2; call += 1) expect((await except(id, SECOND)).status).toBe(200);
    expect(await taken(SECOND)).not.toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    expect(await taken(DAY)).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    expect(await fetchBlockOuts()).toEqual([
      expect.objectContaining({ except_days: [SECOND], version: 2, free_slots: 0, in_the_way: [] }),
    ]);
    // It stays left out when the rest is blocked, when the block-out is edited, and for a new room.
    expect((await fill(id)).status).toBe(200);
    expect((await edit(id, { ...series, version: 2, room_id: '' })).status).toBe(200);
    expect(await taken(SECOND)).not.toEqual(expect.arrayContaining(TEN_TO_TWELVE));

    const booking = await bookByPoints(server, SECOND, { start: 20, end: 21 });
    for (let call = 0; call < 2; call += 1) {
      expect(dataOf(await except(id, SECOND, false)).in_the_way.map(({ id: other }) => other)).toEqual([
        booking,
      ]);
    }
    expect(await taken(SECOND)).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    expect((await audit(id)).map(([action]) => action)).toEqual([
      'day blocked again',
      'block changed',
      'day left out',
      'blocked',
    ]);
  });

  test('is left out also in a room that is added later', async () => {
    const { id } = dataOf(await block({ ...series, room_id: '' }));
    await except(id, SECOND);
    const owner = await signIn(server, 'owner');
    const room = examples['saveRoom']?.body as Record<string, unknown>;
    const added = await post<{ data: { id: number } }>(server, deskPaths.saveRoom, room, {
      token: owner.access,
    });
    expect(await taken(DAY, added.body.data.id)).toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    expect(await taken(SECOND, added.body.data.id)).not.toEqual(expect.arrayContaining(TEN_TO_TWELVE));
    await server.database.deleteFrom('booking_slot').where('room_id', '=', added.body.data.id).execute();
    await server.database.deleteFrom('room').where('id', '=', added.body.data.id).execute();
  });

  test('is refused when it is not in the series, is over, or is the only one', async () => {
    const { id } = dataOf(await block(series));
    expect(codeOf(await except(id, addDays(DAY, 1)))).toBe('bad-input');
    await except(id, SECOND);
    await except(id, addDays(DAY, 14));
    const last = await except(id, DAY);
    expect([codeOf(last), Object.keys(last.body.error.fields ?? {})]).toEqual(['bad-input', ['day']]);
    // An edit cannot empty it either.
    expect(codeOf(await edit(id, { ...series, version: 3, first_day: SECOND }))).toBe('bad-input');
    server.clock.now = instantOf(SECOND, 0);
    desk = await signIn(server, 'desk');
    expect(codeOf(await except(id, DAY))).toBe('bad-input');
  });
});
