import { beforeEach, expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { SentPaymentLink } from '../../contract/desk/money/money.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import { linkToken } from '../../server/outbox/linkToken.ts';
import { post, signIn, type SignedIn } from '../api/client.ts';
import { callSheet, pay, payByCard } from '../payments/payer.ts';
import {
  bookingState,
  complete,
  create,
  dataOf,
  DAY,
  MORNING,
  ROOM,
  type PaymentServer,
} from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* An account is handed over to the owner of its address while a payment for it arrives, on two servers with one PostgreSQL. */

const rounds = roundNumbers(12);
const PASSWORD = 'the password of the registration';
const OTHER = 'the password of somebody else';

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
});

let count = 0;
const newAddress = (): string => {
  count += 1;
  return `racer${count}@handover.example`;
};
const register = (email: string, password: string) =>
  post<{ session?: SignedIn }>(serverA, paths.register, {
    first_name: 'Asha',
    email,
    phone: '+919840012345',
    password,
  });
/** Of the link that finishes a registration. Emails of the same moment have no order, so it is found by its link. */
async function registrationToken(email: string): Promise<string> {
  const { id } = await serverA.database
    .selectFrom('account_link')
    .select('id')
    .where('email', '=', email)
    .where('registration', 'is not', null)
    .executeTakeFirstOrThrow();
  return linkToken(serverA.config.refreshTokenSecret, 'confirm-address', id);
}
const accountOf = (bookingId: string) =>
  serverA.database
    .selectFrom('booking')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['app_user.email', 'app_user.closed_at'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();

test.each(rounds.flatMap((round) => [['keep', round] as const, ['release', round] as const]))(
  'a payment by card is kept by its booking when the answer about the earlier account is “%s” at the same time, round %i',
  async (earlier, _round) => {
    const email = newAddress();
    const { session } = (await register(email, PASSWORD)).body;
    if (!session) throw new Error('the registration did not sign in');
    const created = dataOf(await create(serverA, MORNING, { user: session }));
    await register(email, OTHER);
    const fields = { token: await registrationToken(email), password: OTHER, earlier };
    const paid = await pay(serverA, created);
    const [pressed, completed] = await Promise.all([
      post(serverB, paths.confirmAddress, fields),
      complete(serverA, created, paid, { user: session }),
    ]);
    expect(pressed.status).toBe(200);
    // A session that has ended meanwhile reports nothing; the webhook reports the payment.
    expect([200, 401]).toContain(completed.status);
    await serverA.sandbox.deliverDue();
    expect(await bookingState(serverA, created)).toEqual({
      status: 'confirmed',
      slots: [20, 21, 22],
      refunds: [],
    });
    expect(await accountOf(created.notes[2].booking_id)).toEqual({
      email: earlier === 'keep' ? email : `none:${session.user_id}`,
      closed_at: null,
    });
  },
);

test.each(rounds)(
  'a payment by a link is kept when the desk’s account is handed over at the same time, round %i',
  async () => {
    const email = newAddress();
    const desk = await signIn(serverA, 'desk');
    const sale = {
      email,
      first_name: 'Kavya',
      phone: '+919840012399',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes({ start: 20, end: 22 }),
      amount: '592.36',
    };
    const link = dataOf(
      await post<{ data: SentPaymentLink }>(serverA, deskPaths.makeLink, sale, { token: desk.access }),
    );
    await register(email, OTHER);
    const fields = { token: await registrationToken(email), password: OTHER };
    const page = await callSheet<{ key: string; order_id: string; amount: number }>(serverA, 'link', {
      id: link.url.split('/').at(-1),
    });
    await payByCard(serverA, { id: page.order_id, key: page.key, amount: page.amount });
    const [pressed] = await Promise.all([
      post(serverB, paths.confirmAddress, fields),
      serverA.sandbox.deliverDue(),
    ]);
    expect(pressed.status).toBe(200);
    const booking = await serverA.database
      .selectFrom('booking')
      .select(['status', 'paid_by_payment_id'])
      .where('id', '=', link.booking_id)
      .executeTakeFirstOrThrow();
    expect(booking).toMatchObject({ status: 'confirmed', paid_by_payment_id: expect.any(String) });
    expect(await serverA.database.selectFrom('refund').select('id').execute()).toEqual([]);
    expect(await accountOf(link.booking_id)).toEqual({ email, closed_at: null });
  },
);
