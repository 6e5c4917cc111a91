import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedTaxDocuments } from '../../invoices/issuing.ts';
import { createSeries } from '../bookingSeries.ts';
import { bookByCard, fetchMoveTerms, move, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, DAY, MORNING, ROOM } from '../startPayments.ts';

/* A name that no invoice can show is refused before the payment, at every door that leads to an invoice. */

withFreshPayments();
let desk: SignedIn;
beforeAll(async () => {
  desk = await signIn(server, 'desk');
});

const nameUsers = (first_name: string) =>
  server.database
    .updateTable('app_user')
    .set({ first_name, last_name: null })
    .where('id', 'in', [server.guest.user_id, server.member.user_id])
    .execute();
beforeEach(() => nameUsers('Gautam'));

const atDesk = (path: string, fields: Record<string, unknown>) =>
  post<ErrorBody>(
    server,
    path,
    {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes({ start: 20, end: 22 }),
      amount: '592.36',
      ...fields,
    },
    { token: desk.access },
  );

/** Every way to a payment with an invoice, by its name: the call, and the field that the response names. */
const doors: readonly (readonly [string, () => Promise<ApiResponse>, string])[] = [
  ['a booking by card', () => create(server), 'company_name'],
  ['a series by card', () => createSeries(server), 'company_name'],
  [
    'points by card',
    () => post(server, paths.buyPoints, { points: 10, amount: '7080.00' }, { token: server.member.access }),
    'company_name',
  ],
  ['a sale for cash', () => atDesk(deskPaths.sell, { method: 'cash' }), 'first_name'],
  ['a payment link', () => atDesk(deskPaths.makeLink, {}), 'first_name'],
];

describe('a buyer whose name no invoice can show', () => {
  test.each(doors)('is reported before %s, and nothing is held', async (_door, call, field) => {
    await nameUsers('李 明');
    const { status, body } = await call();
    expect([status, (body as ErrorBody).error.fields]).toEqual([
      400,
      { [field]: 'has letters that an invoice cannot show (李 明): please spell it in Latin letters' },
    ]);
    expect(await server.database.selectFrom('booking').select('id').execute()).toEqual([]);
    expect(await server.database.selectFrom('payment_order').select('order_id').execute()).toEqual([]);
  });

  test('is reported before a move that costs more, and may move to a time that costs the same', async () => {
    const { id } = await bookByCard(server, DAY);
    await nameUsers('李 明');
    const longer = { day: DAY, range: { start: 30, end: 36 } };
    const { sequence, difference } = dataOf(await fetchMoveTerms(server, id, longer));
    const refused = await move(server, id, longer, { sequence, difference });
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([400, ['company_name']]);
    const moved = await moveTo(server, id, { day: DAY, range: { start: 30, end: 33 } });
    expect(moved.status).toBe('moved');
  });

  test('pays after saving a Latin spelling, which the invoice then carries', async () => {
    await nameUsers('李 明');
    expect((await create(server, MORNING)).status).toBe(400);
    await post(server, paths.billing, { company_name: 'Li Ming' }, { token: server.guest.access });
    await createPaidBooking(server, MORNING);
    await issueDueTaxDocuments(server);
    expect((await issuedTaxDocuments(server.database)).map(({ buyer }) => buyer.name)).toEqual(['Li Ming']);
    await post(server, paths.billing, {}, { token: server.guest.access });
  });

  test('that was entered between the order and the payment gets an invoice with the email address', async () => {
    const created = dataOf(await create(server, MORNING));
    await nameUsers('李 明');
    dataOf(await complete(server, created, await pay(server, created)));
    await issueDueTaxDocuments(server);
    expect((await issuedTaxDocuments(server.database)).map(({ buyer }) => buyer.name)).toEqual([
      'guest@example.com',
    ]);
  });

  test('in the letters of India or in Arabic is no obstacle', async () => {
    await nameUsers('ಶ್ರೀ ಮಂಜುನಾಥ شركة');
    expect((await create(server)).status).toBe(200);
  });
});
