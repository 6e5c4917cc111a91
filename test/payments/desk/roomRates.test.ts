import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskRoom, DeskRoomsResponse, RoomChangedResponse } from '../../../contract/desk/rooms.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, dataOf, MORNING, ROOM } from '../startPayments.ts';

withFreshPayments();
let owner: SignedIn;
let today: string;
beforeAll(async () => {
  owner = await signIn(server, 'owner');
});
beforeEach(() => {
  today = dateAt(server.clock.now);
});

/** Tuesdays from 10:30 to 11:30; MORNING of DAY then costs 251 + 400 + 400 rupees and the tax. */
const RATE = { weekdays: [1], start_time: '10:30', end_time: '11:30', price_per_hour: '800' };
const SENT = { weekdays: [1], start_time: '10:30:00', end_time: '11:30:00', price_per_hour: 800 };
const MORNING_AMOUNT = '1240.18';

type Changed = ApiResponse<RoomChangedResponse & ErrorBody>;
const room = async () =>
  (await get<DeskRoomsResponse>(server, deskPaths.rooms, owner.access)).body.data.find(
    ({ id }) => id === ROOM,
  ) as DeskRoom;
const setRates = async (
  rates: unknown,
  { fromDay = today, version }: { fromDay?: string; version?: number } = {},
): Promise<Changed> =>
  post(
    server,
    deskPaths.setRates,
    { id: ROOM, version: version ?? (await room()).version, from_day: fromDay, rates },
    { token: owner.access },
  );
const removeRates = async (fromDay: string): Promise<Changed> =>
  post(
    server,
    deskPaths.removeRates,
    { id: ROOM, version: (await room()).version, from_day: fromDay },
    { token: owner.access },
  );
const codeOf = ({ status, body }: Changed) => (status === 200 ? 'done' : body.error.code);
const shownRates = async () =>
  (await get<RoomsResponse>(server, paths.rooms)).body.data.find(({ id }) => id === ROOM)?.rates;
const audit = async () =>
  (await get<AuditResponse>(server, `${deskPaths.audit}?subject=room&subject_id=${ROOM}`, owner.access)).body
    .data;

describe('rates of a room', () => {
  test('apply to the next booking, are shown to visitors and are in the audit', async () => {
    expect(codeOf(await setRates([RATE]))).toBe('done');
    expect(await shownRates()).toEqual([SENT]);
    expect((await room()).rates).toEqual([SENT]);
    expect(dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT })).amount).toBe(1240_18);
    expect((await audit())[0]).toMatchObject({
      action: 'rates set',
      was: { from_day: today, rates: [] },
      became: {
        from_day: today,
        rates: [{ weekdays: [1], start: 21, end: 23, pricePerHour: 800_00 }],
      },
    });
  });

  test('that change during a checkout leave the price of the hold', async () => {
    const held = dataOf(await create(server));
    expect(codeOf(await setRates([RATE]))).toBe('done');
    expect(dataOf(await create(server)).id).toBe(held.id);
  });

  test('end with an empty list', async () => {
    await setRates([RATE]);
    expect(codeOf(await setRates([]))).toBe('done');
    expect(await shownRates()).toBeUndefined();
    expect(dataOf(await create(server)).amount).toBe(888_54);
  });

  test('of a later day begin at its midnight, and can be removed before', async () => {
    const now = server.clock.now;
    const tomorrow = addDays(today, 1);
    expect(codeOf(await setRates([RATE], { fromDay: tomorrow }))).toBe('done');
    expect(await room()).toMatchObject({ later_rates: [{ from_day: tomorrow, rates: [SENT] }] });
    expect(await shownRates()).toBeUndefined();
    server.clock.now = instantOf(tomorrow, 0);
    expect(await shownRates()).toEqual([SENT]);
    expect(codeOf(await removeRates(tomorrow))).toBe('not-found');
    server.clock.now = now;
    expect(codeOf(await removeRates(tomorrow))).toBe('done');
    expect(codeOf(await removeRates(tomorrow))).toBe('not-found');
    expect((await room()).later_rates).toEqual([]);
    expect((await audit()).slice(0, 2).map(({ action }) => action)).toEqual(['rates removed', 'rates set']);
  });

  test('that are sent twice change once, and a stale list is refused', async () => {
    const { version } = await room();
    expect(codeOf(await setRates([RATE], { version }))).toBe('done');
    expect(codeOf(await setRates([RATE]))).toBe('done');
    expect((await room()).version).toBe(version + 1);
    expect(codeOf(await setRates([], { version }))).toBe('changed-meanwhile');
    expect(await shownRates()).toEqual([SENT]);
  });

  test('of two managers at once are those of one of them', async () => {
    const { version } = await room();
    const codes = await Promise.all(
      [[RATE], [{ ...RATE, price_per_hour: '900' }]].map(async (rates) =>
        codeOf(await setRates(rates, { version })),
      ),
    );
    expect(codes.toSorted()).toEqual(['changed-meanwhile', 'done']);
  });

  test.each<[string, object, string]>([
    ['a price of 0', { price_per_hour: '0' }, 'even rupees'],
    ['a price below 0', { price_per_hour: '-200' }, 'even rupees'],
    ['odd rupees', { price_per_hour: '501' }, 'even rupees'],
    ['odd paise', { price_per_hour: '500.01' }, 'even rupees'],
    ['half an even rupee', { price_per_hour: '500.50' }, 'even rupees'],
    ['an empty price', { price_per_hour: '' }, 'even rupees'],
    ['a comma for the decimals', { price_per_hour: '5,00' }, 'even rupees'],
    ['a million', { price_per_hour: '1000000' }, 'at most'],
    ['no weekday', { weekdays: [] }, 'must be on a weekday'],
    ['an eighth weekday', { weekdays: [7] }, ''],
    ['half a weekday', { weekdays: [1.5] }, ''],
    ['a weekday twice', { weekdays: [1, 1] }, 'twice'],
    ['an end before its start', { end_time: '09:00' }, 'end after'],
    ['no length', { end_time: '10:30' }, 'end after'],
    ['a time within a half hour', { start_time: '10:15' }, 'half past'],
  ])('are refused with %s, and nothing changes', async (_name, changed, message) => {
    const { body, status } = await setRates([{ ...RATE, ...changed }]);
    expect(status).toBe(400);
    expect(body.error.fields?.['rates']).toContain(message);
    expect(await shownRates()).toBeUndefined();
  });

  test('are refused when two of them have the same time, and accepted next to each other', async () => {
    const { body } = await setRates([
      RATE,
      { ...RATE, weekdays: [0, 1], start_time: '11:00', end_time: '12:00' },
    ]);
    expect(body.error.fields).toEqual({ rates: 'must not overlap' });
    const next = [RATE, { ...RATE, start_time: '11:30', end_time: '00:00' }, { ...RATE, weekdays: [6, 0] }];
    expect(codeOf(await setRates(next))).toBe('done');
    expect(await shownRates()).toEqual([
      SENT,
      { ...SENT, start_time: '11:30:00', end_time: '24:00:00' },
      { ...SENT, weekdays: [0, 6] },
    ]);
  });

  test('are refused in the past, years ahead, and when there are too many', async () => {
    for (const fromDay of [addDays(today, -1), addDays(today, 800)]) {
      expect(Object.keys((await setRates([RATE], { fromDay })).body.error.fields ?? {})).toEqual([
        'from_day',
      ]);
    }
    const many = Array.from({ length: 21 }, (_, hour) => ({
      ...RATE,
      start_time: `${String(hour).padStart(2, '0')}:00`,
      end_time: `${String(hour).padStart(2, '0')}:30`,
    }));
    expect((await setRates(many)).body.error.fields).toEqual({ rates: 'must be at most 20' });
  });
});
