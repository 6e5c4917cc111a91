import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { SentPaymentLink } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { SANDBOX_PATH } from '../../../server/payments/provider/fromConfig.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { createSeries } from '../bookingSeries.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { beginCard, callSheet, payByCard, VALID_OTP, type CheckoutOptions } from '../payer.ts';
import { create, dataOf, DAY, ROOM } from '../startPayments.ts';

/* A sale that repeats and is paid by one payment link: its dates are held, paid and released together. */

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

const RANGE = { start: 20, end: 22 };
const PAISE = 592_36;
const DATES = [DAY, addDays(DAY, 7), addDays(DAY, 14)] as const;

const make = (
  dates: readonly string[] = DATES,
  fields: Record<string, unknown> = {},
): Promise<ApiResponse<{ data: SentPaymentLink } & ErrorBody>> =>
  post(
    server,
    deskPaths.makeLink,
    {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: dates[0],
      later_dates: dates.slice(1),
      ...bookingTimes(RANGE),
      amount: ((PAISE / 100) * dates.length).toFixed(2),
      ...fields,
    },
    { token: desk.access },
  );
const withdraw = (id: string) =>
  post<ErrorBody>(server, deskPaths.withdrawLink, { booking_id: id }, { token: desk.access });
const bookings = () =>
  server.database.selectFrom('booking').select(['id', 'status', 'day']).orderBy('day').execute();
const statuses = async () => (await bookings()).map(({ status }) => status);
const slots = async () => (await server.database.selectFrom('booking_slot').select('slot').execute()).length;
const readAtDesk = async (id: string) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access));
const refunds = () => server.database.selectFrom('refund').select(['amount_paise', 'reason']).execute();

/** The provider's page of a link opens its checkout with these options. */
async function openLink({ url }: SentPaymentLink): Promise<CheckoutOptions> {
  const page = await callSheet<{ key: string; order_id: string; amount: number }>(server, 'link', {
    id: url.split('/').at(-1),
  });
  return { id: page.order_id, key: page.key, amount: page.amount };
}
const pay = async (link: SentPaymentLink) => payByCard(server, await openLink(link));

test('holds all dates for a day with one link, one order and one email, and each date shows the link', async () => {
  const link = dataOf(await make(DATES, { note: 'The Friday group' }));
  expect(await statuses()).toEqual(['held', 'held', 'held']);
  expect(await slots()).toBe(6);
  const holds = await server.database.selectFrom('booking').select('hold_expires_at').execute();
  const claims = await server.database.selectFrom('booking_slot').select('hold_expires_at').execute();
  for (const { hold_expires_at } of [...holds, ...claims])
    expect(hold_expires_at?.toISOString()).toBe(link.until);
  expect(
    await server.database.selectFrom('payment_order').select(['booking_id', 'amount_paise']).execute(),
  ).toEqual([{ booking_id: link.booking_id, amount_paise: 3 * PAISE }]);
  const letters = await server.database.selectFrom('letter').select('kind').execute();
  expect(letters.map(({ kind }) => kind)).toEqual(['payment-link']);
  expect(await server.database.selectFrom('booking_note').select('text').execute()).toHaveLength(3);
  for (const { id } of await bookings()) {
    expect(await readAtDesk(id)).toMatchObject({
      amount: '592.36',
      link: { url: link.url, state: 'open', amount: '1777.08' },
      series: DATES.map((day) => ({ day, state: 'held', start_time: '10:00:00', end_time: '11:00:00' })),
    });
  }
  const mine = dataOf(await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access));
  expect(mine.map(({ unpaid }) => unpaid)).toEqual(
    DATES.map(() => expect.objectContaining({ by_link: true, until: link.until }) as unknown),
  );
  expect(link.url.startsWith(`${server.url}${SANDBOX_PATH}/v1/l/plink_`)).toBe(true);
});

describe('one payment', () => {
  test.each(['the webhook', 'the reconciler'])(
    'confirms all dates by %s, with one invoice',
    async (source) => {
      const link = dataOf(await make());
      expect((await pay(link)).paid).toBeDefined();
      if (source === 'the webhook') await server.sandbox.deliverDue();
      else {
        server.clock.now += 180_000;
        await reconcile(server.payments);
      }
      expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed']);
      await issueDueTaxDocuments(server);
      const [invoice, ...others] = await server.database
        .selectFrom('paper')
        .select(['total_paise', 'content'])
        .execute();
      expect(others).toEqual([]);
      expect(invoice?.total_paise).toBe(3 * PAISE);
      const { supply } = JSON.parse(invoice?.content ?? '') as { supply: { dates: { date: string }[] } };
      expect(supply.dates.map(({ date }) => date)).toEqual(DATES);
      for (const { id } of await bookings()) expect((await readAtDesk(id)).link?.state).toBe('paid');
      expect((await withdraw(link.booking_id)).status).toBe(409);
      expect(await refunds()).toEqual([]);
    },
  );

  test('is refunded date by date afterwards', async () => {
    const link = dataOf(await make());
    await pay(link);
    await server.sandbox.deliverDue();
    const [, second] = await bookings();
    const cancelled = await post(
      server,
      deskPaths.cancel,
      { booking_id: second?.id, policy_refund: '592.36', refund: '592.36', reason: 'On holiday' },
      { token: desk.access },
    );
    expect(cancelled.status).toBe(200);
    expect(await statuses()).toEqual(['confirmed', bookingCodes.cancelled, 'confirmed']);
    expect((await refunds()).map(({ amount_paise }) => amount_paise)).toEqual([PAISE]);
  });

  test('that comes after the link has ended books all dates if they are free, and is refunded otherwise', async () => {
    for (const isTaken of [false, true]) {
      await server.reset();
      server.clock.now = Date.parse('2025-11-21T10:00:00+05:30');
      desk = await signIn(server, 'desk');
      const link = dataOf(await make());
      server.clock.now += 24 * 3_600_000 - 60_000;
      const { order_id, page_token, payment_id } = await beginCard(server, await openLink(link));
      server.clock.now += 180_000;
      await reconcile(server.payments);
      expect(await statuses()).toEqual(['expired', 'expired', 'expired']);
      desk = await signIn(server, 'desk');
      const user = await signIn(server, 'member');
      if (isTaken) dataOf(await create(server, RANGE, { user, bdate: DATES[1] }));
      await callSheet(server, 'authenticate', { order_id, page_token, payment_id, otp: VALID_OTP });
      await server.sandbox.deliverDue();
      const after = (await bookings()).filter(({ status }) => status !== 'held').map(({ status }) => status);
      expect(after).toEqual(DATES.map(() => (isTaken ? 'refund_due' : 'confirmed')));
      expect(await refunds()).toEqual(isTaken ? [{ amount_paise: 3 * PAISE, reason: 'late' }] : []);
    }
  });
});

describe('all dates become free', () => {
  test.each(['the webhook', 'the reconciler'])('when the link expires, by %s', async (source) => {
    dataOf(await make());
    server.clock.now += 24 * 3_600_000 + 120_000;
    if (source === 'the webhook') await server.sandbox.deliverDue();
    else await reconcile(server.payments);
    expect(await statuses()).toEqual(['expired', 'expired', 'expired']);
    expect(await slots()).toBe(0);
  });

  test('when the link is cancelled at the provider', async () => {
    const link = dataOf(await make());
    await server.sdk.paymentLink.cancel(link.url.split('/').at(-1) ?? '');
    await server.sandbox.deliverDue();
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await slots()).toBe(0);
  });

  test.each([0, 1, 2])('when the desk withdraws it from date %i', async (date) => {
    const link = dataOf(await make());
    const { id } = (await bookings())[date] as { id: string };
    expect((await withdraw(id)).status).toBe(200);
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await slots()).toBe(0);
    expect((await pay(link)).error?.description).toContain('cancelled');
    expect((await withdraw(id)).status).toBe(409);
    // Each date has the change in its history.
    const history = (await readAtDesk(id)).history?.map(({ action }) => action);
    expect(history).toEqual(expect.arrayContaining(['payment link withdrawn']));
  });

  test('when the provider makes no link', async () => {
    server.provider.up = false;
    expect((await make()).status).toBe(503);
    server.provider.up = true;
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await slots()).toBe(0);
  });

  test('when the customer books one of them on the site: the link is cancelled', async () => {
    const link = dataOf(await make());
    expect((await create(server, RANGE, { bdate: DATES[2] })).status).toBe(200);
    expect((await statuses()).filter((status) => status === bookingCodes.released)).toHaveLength(3);
    server.clock.now += 180_000;
    await reconcile(server.payments);
    expect((await pay(link)).error?.description).toContain('cancelled');
  });
});

test('the customer who starts the same series on the site gets an order of the site, and the link is cancelled', async () => {
  await server.database
    .updateTable('app_user')
    .set({ email_confirmed_at: new Date(server.clock.now) })
    .where('id', '=', server.guest.user_id)
    .execute();
  const link = dataOf(await make());
  const started = dataOf(
    await createSeries(
      server,
      DATES.map((day) => ({ day, range: RANGE })),
      { amount: '1777.08' },
    ),
  );
  expect(JSON.stringify(started)).toContain('order_');
  expect(JSON.stringify(started)).not.toContain('plink_');
  server.clock.now += 180_000;
  await reconcile(server.payments);
  expect((await pay(link)).error?.description).toContain('cancelled');
});

test('is refused whole when one date is taken, and names the date', async () => {
  dataOf(await create(server, RANGE, { user: await signIn(server, 'member'), bdate: DATES[2] }));
  expect((await make()).body.error).toMatchObject({ code: 'slot-taken' });
  expect(await statuses()).toEqual(['held']);
  expect((await make(DATES.slice(0, 2))).status).toBe(200);
});

test.each([
  ['the price of one date', { amount: '592.36' }, 409],
  ['dates out of order', { later_dates: [addDays(DAY, 14), addDays(DAY, 7)] }, 400],
  ['the first date again', { later_dates: [DAY] }, 400],
])('is refused with %s', async (_what, fields, status) => {
  expect((await make(DATES.slice(0, 2), fields)).status).toBe(status);
  expect(await bookings()).toEqual([]);
});
