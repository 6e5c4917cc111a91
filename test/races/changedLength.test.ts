import { beforeEach, expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { bookByCard } from '../payments/cancelling.ts';
import { costOf, create, DAY, type PaymentServer } from '../payments/startPayments.ts';
import { countDeadlocks } from './race.ts';
import { roundNumbers } from './rounds.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL make a booking longer at the desk while others want its next slots. */
const rounds = roundNumbers(5);

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
let desk: SignedIn;
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
  desk = await signIn(serverA, 'desk');
});

const extend = (server: PaymentServer, booking_id: string, end: number) =>
  post<ErrorBody>(
    server,
    deskPaths.extend,
    {
      booking_id,
      sequence: 0,
      start_time: slotTime(20),
      end_time: slotTime(end),
      amount: costOf({ start: 22, end }),
      method: 'cash',
    },
    { token: desk.access },
  );
const codeOf = ({ status, body }: ApiResponse): string =>
  status === 200 ? 'done' : (body as ErrorBody).error.code;
const owners = async () => {
  const rows = await serverA.database
    .selectFrom('booking_slot')
    .select(['booking_id', 'slot'])
    .orderBy('slot')
    .execute();
  return rows.map(({ booking_id, slot }) => [booking_id, slot]);
};

test.each(rounds)(
  'a booking and an extension want the same slot: one of them gets it, round %i',
  async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const responses = await Promise.all([
      extend(serverA, id, 23),
      create(serverB, { start: 22, end: 24 }, { user: serverB.member }),
    ]);
    const codes = responses.map(codeOf);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code !== 'done')).toEqual(['slot-taken']);
    const own = (await owners()).filter(([owner]) => owner === id).map(([, slot]) => slot);
    expect(own).toEqual(codes[0] === 'done' ? [20, 21, 22] : [20, 21]);
    expect(await owners()).toHaveLength(codes[0] === 'done' ? 3 : 4);
    expect(await countDeadlocks(serverA.database)).toBe(0);
  },
);

test.each(rounds)(
  'two clerks extend one booking: it becomes longer once, and is paid once, round %i',
  async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const codes = (await Promise.all([extend(serverA, id, 23), extend(serverB, id, 24)])).map(codeOf);
    expect(codes.toSorted()).toEqual(['changed-meanwhile', 'done']);
    const payments = await serverA.database.selectFrom('desk_payment').select('payment_id').execute();
    expect(payments).toHaveLength(1);
    expect(await owners()).toHaveLength(codes[0] === 'done' ? 3 : 4);
  },
);

const extendByLink = (server: PaymentServer, booking_id: string, end = 23) =>
  post<ErrorBody>(
    server,
    deskPaths.extendByLink,
    {
      booking_id,
      sequence: 0,
      start_time: slotTime(20),
      end_time: slotTime(end),
      amount: costOf({ start: 22, end }),
    },
    { token: desk.access },
  );

test.each(rounds)(
  'a booking and a link for longer times want the same slot: one of them gets it, round %i',
  async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const codes = (
      await Promise.all([
        extendByLink(serverA, id),
        create(serverB, { start: 22, end: 24 }, { user: serverB.member }),
      ])
    ).map(codeOf);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code !== 'done')).toEqual(['slot-taken']);
    expect(await owners()).toHaveLength(codes[0] === 'done' ? 3 : 4);
    const links = await serverA.database.selectFrom('payment_link').select('order_id').execute();
    expect(links).toHaveLength(codes[0] === 'done' ? 1 : 0);
    expect(await countDeadlocks(serverA.database)).toBe(0);
  },
);

test.each(rounds)(
  'two clerks send a link for longer times: one of them is open, and nothing else is held, round %i',
  async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const codes = (await Promise.all([extendByLink(serverA, id), extendByLink(serverB, id, 24)])).map(codeOf);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => !['done', 'hold-over', 'payment-under-way'].includes(code))).toEqual([]);
    expect(await owners()).toHaveLength(codes[0] === 'done' ? 3 : 4);
    const links = await serverA.database.selectFrom('payment_link').select('order_id').execute();
    expect(links).toHaveLength(1);
    expect(await countDeadlocks(serverA.database)).toBe(0);
  },
);
