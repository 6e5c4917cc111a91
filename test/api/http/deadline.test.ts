import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { bookingFields, post, signIn, type ErrorResponse } from '../client.ts';
import { closedGateway } from '../closedGateway.ts';
import { watchDay } from '../liveView.ts';
import { startServer, type TestServer } from '../startServer.ts';

const DAY = '2025-11-25';

let server: TestServer;
beforeAll(async () => {
  const never = () => new Promise<never>(() => {});
  server = await startServer({
    env: { TIMEOUT_FACTOR: '1' },
    gateway: { ...closedGateway, createOrder: never },
  });
});
afterAll(() => server.close());

test('a request that never completes gets 503 unavailable, and a live stream may last longer', async () => {
  const view = await watchDay(server, DAY);
  const guest = await signIn(server, 'guest');
  const { price_per_hour_paise } = await server.database
    .selectFrom('room')
    .select('price_per_hour_paise')
    .where('id', '=', 2)
    .executeTakeFirstOrThrow();
  const fields = {
    ...bookingFields(guest, 2, DAY, { start: 20, end: 21 }),
    amount: rupeesAmount(priceOf(price_per_hour_paise, 1).total),
    currency: 'INR',
  };
  const response: ErrorResponse = await post(server, paths.createPayment, fields, { token: guest.access });
  expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });

  // The event of the hold, published after the view was opened.
  expect(await view.next()).toBe('2');
  const member = await signIn(server, 'member');
  const other = bookingFields(member, 3, DAY, { start: 20, end: 21 });
  expect(await post(server, paths.book, other, { token: member.access })).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('3');
  view.close();
});
