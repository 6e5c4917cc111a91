import { describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { get } from '../api/client.ts';
import { created, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { callSheet, beginCard, pay } from './payer.ts';
import { dataOf, release, standing } from './startPayments.ts';

withBegunPayment();

const ask = (user = server.guest) =>
  get<{ data: { status: string } }>(
    server,
    `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`,
    user.access,
  );
const status = async () => dataOf(await ask()).status;

describe('a page that is reloaded and fetches the status of its payment', () => {
  test('keeps the slots while nothing was paid, because another tab may be paying', async () => {
    expect([await status(), await status()]).toEqual(['held', 'held']);
    expect(await standing(server, created)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('finds the booking confirmed when it was paid without a report', async () => {
    await pay(server, created);
    expect([await status(), await status()]).toEqual(['confirmed', 'confirmed']);
    expect(await standing(server, created)).toMatchObject({ status: 'confirmed' });
  });

  test('has to wait while an attempt is open at the bank', async () => {
    const begun = await beginCard(server, created);
    expect(await status()).toBe('pending');
    await callSheet(server, 'cancel', begun);
    expect(await status()).toBe('held');
  });

  test('finds a released hold released', async () => {
    await release(server, created);
    expect(await status()).toBe('released');
  });

  test('is asked to come again when the provider does not answer, and nothing changes', async () => {
    server.provider.up = false;
    expect(await ask()).toMatchObject({ status: 503 });
    server.provider.up = true;
    expect(await status()).toBe('held');
  });

  test('gets nothing about another user’s booking', async () => {
    expect(await ask(server.member)).toMatchObject({ status: 404 });
    expect(
      await get(server, `${paths.paymentStatus}?booking_id=nonsense`, server.guest.access),
    ).toMatchObject({ status: 400, body: { error: { fields: { booking_id: expect.any(String) } } } });
  });
});
