import { beforeEach, expect, test } from 'vitest';
import type { ExportResponse } from '../../../contract/account/account.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { beginMove, bookByCard, bookByPoints, cancel, fetchCancelTerms, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, costOf, dataOf, DAY, ROOM } from '../startPayments.ts';

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

const DESK_USER = 'Divya Raman';
const MINUTE = 60_000;

const call = async (path: string, fields: Record<string, unknown>) =>
  dataOf(await post<{ data: { booking_id?: string } }>(server, path, fields, { token: desk.access }));
const historyOf = async (id: string) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access))
    .history ?? [];
const textOf = ({ by, action, was, became, reason }: Awaited<ReturnType<typeof historyOf>>[number]) => [
  by,
  action,
  was,
  became,
  reason,
];
const moveByDesk = (booking_id: string, sequence: number, start: number) =>
  call(deskPaths.move, {
    booking_id,
    sequence,
    mid: 3,
    bdate: DAY,
    ...bookingTimes({ start, end: start + 3 }),
    reason: 'The projector broke',
  });

test('the history has what the customer and the staff did, the latest first, with the old and the new times', async () => {
  const { id } = await bookByCard(server, DAY);
  server.clock.now += MINUTE;
  const to = { day: DAY, range: { start: 30, end: 33 } };
  await moveTo(server, id, to);
  server.clock.now += MINUTE;
  await moveByDesk(id, 1, 34);
  server.clock.now += MINUTE;
  const { refund } = dataOf(await fetchCancelTerms(server, id));
  dataOf(await cancel(server, id, refund));

  const history = await historyOf(id);
  expect(history.map(textOf)).toEqual([
    [null, 'cancelled', null, { status: 'called_off', returned: '888.54' }, null],
    [
      DESK_USER,
      'moved',
      { room_id: 2, day: DAY, from: '15:00:00', to: '16:30:00' },
      { room_id: 3, day: DAY, from: '17:00:00', to: '18:30:00' },
      'The projector broke',
    ],
    [null, 'moved', { from: '10:00:00', to: '11:30:00' }, { from: '15:00:00', to: '16:30:00' }, null],
    [null, 'paid', null, null, null],
    [null, 'booked', null, null, null],
  ]);
  expect(history[1]?.names).toEqual({ [id]: expect.any(String), 2: 'Kolam Round', 3: expect.any(String) });
  expect(new Set(history.map(({ at }) => at)).size).toBe(4);
});

test('a move that was paid by card and a move with points are in the history', async () => {
  const { id } = await bookByCard(server, DAY);
  const order = await beginMove(server, id, { day: DAY, range: { start: 30, end: 34 } });
  dataOf(await complete(server, order, await pay(server, order)));
  expect((await historyOf(id)).map(textOf)[0]).toEqual([
    null,
    'moved',
    { from: '10:00:00', to: '11:30:00' },
    { from: '15:00:00', to: '17:00:00' },
    null,
  ]);

  const byPoints = await bookByPoints(server, DAY, { start: 20, end: 22 });
  const to = { day: DAY, range: { start: 24, end: 25 } };
  await moveTo(server, byPoints, to, server.member);
  expect((await historyOf(byPoints)).map(({ action }) => action)).toEqual(['moved', 'booked']);
});

test('what the desk books and cancels is in the history once, with its author', async () => {
  const { booking_id: id = '' } = await call(deskPaths.sell, {
    email: 'guest@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes({ start: 20, end: 22 }),
    method: 'cash',
    amount: costOf({ start: 20, end: 22 }),
  });
  await call(deskPaths.cancel, {
    booking_id: id,
    policy_refund: costOf({ start: 20, end: 22 }),
    refund: '0',
    reason: 'As agreed',
  });
  expect((await historyOf(id)).map(({ by, action }) => [by, action])).toEqual([
    [DESK_USER, 'cancelled by exception'],
    [DESK_USER, 'sold at the desk'],
  ]);
});

test("a customer's export has the customer's own moves", async () => {
  const id = await bookByPoints(server, DAY, { start: 20, end: 22 });
  const to = { day: DAY, range: { start: 24, end: 26 } };
  await moveTo(server, id, to, server.member);
  const { body } = await get<ExportResponse>(server, paths.exportData, server.member.access);
  expect(body.moves).toMatchObject([
    { booking_id: id, was_starts_at: '10:00:00', starts_at: '12:00:00', room_name: 'Kolam Round' },
  ]);
});
