import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import {
  create,
  dataOf,
  MORNING,
  ROOM,
  bookingState,
  startPayments,
  type PaymentServer,
} from '../startPayments.ts';

const MINUTE = 60_000;

let server: PaymentServer;
let guest: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  server = await startPayments();
  // The database compares holds with its real clock, so that the server needs the real time too.
  server.clock.now = Date.now();
  guest = await signIn(server, 'guest');
  member = await signIn(server, 'member');
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('a server whose clock is 14 minutes ahead of the database', () => {
  const bdate = addDays(dateAt(Date.now()), 30);
  const setClockAhead = () => void (server.clock.now = Date.now() + 14 * MINUTE);

  async function holdForGuest() {
    server.clock.now = Date.now();
    const held = dataOf(await create(server, MORNING, { user: guest, bdate }));
    setClockAhead();
    return held;
  }

  test('does not sell held slots by card or points, and shows them as taken', async () => {
    const held = await holdForGuest();
    const taken = { status: 409, body: { error: { code: 'slot-taken' } } };
    expect(await create(server, MORNING, { user: member, bdate })).toMatchObject(taken);
    const points = {
      mid: ROOM,
      uid: member.user_id,
      bdate,
      stime: '10:00:00',
      etime: '10:30:00',
      ctime: '11:00:00',
    };
    expect(await post(server, paths.book, points, { token: member.access })).toMatchObject(taken);
    const { body } = await post<{ data: { time: string[] } }>(server, paths.takenSlots, {
      date: bdate,
      id: ROOM,
    });
    expect(body.data.time).toEqual(['10:00:00', '10:30:00', '11:00:00']);
    expect(await bookingState(server, held)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('does not end a hold early, with or without an order', async () => {
    const held = await holdForGuest();
    await reconcile(server.payments);
    expect(await bookingState(server, held)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
    await server.database.deleteFrom('payment_order').execute();
    await reconcile(server.payments);
    expect(await bookingState(server, held)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });
});

test('every response has the date of the server’s clock, by which browsers correct theirs', async () => {
  const responses = [
    await get(server, paths.events),
    await get(server, paths.myBookings),
    await get(server, '/api/nothing'),
    await post(server, paths.enquire, {}),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 400]);
  for (const { headers } of responses) expect(headers.get('date')).toBe(new Date(START).toUTCString());
});
