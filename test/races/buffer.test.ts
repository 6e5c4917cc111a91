import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import { bookingFields, post, type ApiResponse } from '../api/client.ts';
import { create, DAY, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import { countDeadlocks } from './race.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL book times next to each other in a room that stays free after each booking. */
const rounds = roundNumbers(12);

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
});
const setBuffer = (buffer_slots: number) =>
  serverA.database.updateTable('room').set({ buffer_slots }).where('id', '=', ROOM).execute();
beforeEach(async () => {
  await serverA.reset();
  await setHalfPoints(serverA.database, 40);
  await setBuffer(1);
});
afterAll(() => setBuffer(0));

const withPoints = (server: PaymentServer, range: SlotRange): Promise<ApiResponse<ErrorBody>> =>
  post(server, paths.book, bookingFields(server.member, ROOM, DAY, range), { token: server.member.access });

test.each(rounds)(
  'only one of two bookings without a buffer between them is made, round %i',
  async (round) => {
    const [first, second] = [
      { start: 20, end: 22 },
      { start: 22, end: 24 },
    ] as const;
    const [byPoints, byCard] = round % 2 === 0 ? [first, second] : [second, first];
    const responses = await Promise.all([withPoints(serverA, byPoints), create(serverB, byCard)]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(409);
    const rows = await serverA.database
      .selectFrom('booking_slot')
      .select('slot')
      .where('room_id', '=', ROOM)
      .where('day', '=', DAY)
      .orderBy('slot')
      .execute();
    const made = responses[0]?.status === 200 ? byPoints : byCard;
    expect(rows.map(({ slot }) => slot)).toEqual([made.start, made.start + 1, made.end]);
  },
);

test('there was no deadlock', async () => {
  expect(await countDeadlocks(serverA.database)).toBe(0);
});
