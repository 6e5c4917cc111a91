import { beforeEach } from 'vitest';
import type { CapturedPayment } from '../../server/payments/settlement.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { create, dataOf, type CreatedPayment } from './startPayments.ts';
import { PAYMENT } from './webhooks.ts';

/** A held booking of MORNING with an open order, which is created before each test. */
export let created: CreatedPayment;

export function withOpenPayment(): void {
  withFreshPayments();
  beforeEach(async () => {
    created = dataOf(await create(server));
  });
}

/** Before and after the payment of this booking. */
export const HELD = { status: 'held', slots: [20, 21, 22], refunds: [] };
export const CONFIRMED = { ...HELD, status: 'confirmed' };

/** As the provider reports it. */
export const captureOf = (overrides: Partial<CapturedPayment> = {}): CapturedPayment => ({
  id: PAYMENT,
  orderId: created.id,
  amountPaise: created.amount,
  currency: 'INR',
  status: 'captured',
  ...overrides,
});
