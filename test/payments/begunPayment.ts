import { beforeEach } from 'vitest';
import type { CapturedPayment } from '../../server/payments/settle.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { create, dataOf, type Created } from './startPayments.ts';
import { PAYMENT } from './webhooks.ts';

/** A booking of the morning with an open order; every test of the file that uses it starts with one. */
export let created: Created;

export function withBegunPayment(): void {
  withFreshPayments();
  beforeEach(async () => {
    created = dataOf(await create(server));
  });
}

/** Its state when nothing was paid, and when it was paid. */
export const HELD = { status: 'held', slots: [20, 21, 22], refunds: [] };
export const CONFIRMED = { ...HELD, status: 'confirmed' };

/** The provider's report of its payment; fields may be changed. */
export const captureOf = (change: Partial<CapturedPayment> = {}): CapturedPayment => ({
  id: PAYMENT,
  orderId: created.id,
  amountPaise: created.amount,
  currency: 'INR',
  status: 'captured',
  ...change,
});
