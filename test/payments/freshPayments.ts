import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startPayments, type PaymentServer } from './startPayments.ts';

/** The server of the test file. Bookings and payments are deleted before each test. */
export let server: PaymentServer;

export function withFreshPayments(): void {
  beforeAll(async () => {
    server = await startPayments();
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());
}
