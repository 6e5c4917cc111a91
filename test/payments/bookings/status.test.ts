import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { get } from '../../api/client.ts';
import { created, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { callSheet, beginCard, pay } from '../payer.ts';
import { dataOf, release, bookingState } from '../startPayments.ts';

withOpenPayment();

const fetchStatus = (user = server.guest) =>
  get<{ data: { status: string } }>(
    server,
    `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`,
    user.access,
  );
const status = async () => dataOf(await fetchStatus()).status;

describe('the payment status, which a reloaded page fetches,', () => {
  test('is held while nothing was paid, and the slots stay held, because another tab may be paying', async () => {
    expect([await status(), await status()]).toEqual(['held', 'held']);
    expect(await bookingState(server, created)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('is confirmed when it was paid without a report', async () => {
    await pay(server, created);
    expect([await status(), await status()]).toEqual(['confirmed', 'confirmed']);
    expect(await bookingState(server, created)).toMatchObject({ status: 'confirmed' });
  });

  test('is pending while an attempt is pending at the bank', async () => {
    const attempt = await beginCard(server, created);
    expect(await status()).toBe('pending');
    await callSheet(server, 'cancel', attempt);
    expect(await status()).toBe('held');
  });

  test('is released after the hold was released', async () => {
    await release(server, created);
    expect(await status()).toBe('released');
  });

  test('is unavailable while the provider is down, and nothing changes', async () => {
    server.provider.up = false;
    expect(await fetchStatus()).toMatchObject({ status: 503 });
    server.provider.up = true;
    expect(await status()).toBe('held');
  });

  test('of another user’s booking or of a malformed id is an error', async () => {
    expect(await fetchStatus(server.member)).toMatchObject({ status: 404 });
    expect(
      await get(server, `${paths.paymentStatus}?booking_id=nonsense`, server.guest.access),
    ).toMatchObject({ status: 400, body: { error: { fields: { booking_id: expect.any(String) } } } });
  });
});
