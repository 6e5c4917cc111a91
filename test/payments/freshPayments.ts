import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startPayments, type PaymentServer } from './startPayments.ts';

/** The server of the test file that uses it; every test finds it without a booking or a payment. */
export let server: PaymentServer;

export function withFreshPayments(): void {
  beforeAll(async () => {
    server = await startPayments();
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());
}
