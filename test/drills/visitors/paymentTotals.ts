import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../server/platform/database/schema.ts';

/** Webhooks and the reconciler have to find all interrupted payments within this time, in milliseconds. */
const SETTLEMENT_TIMEOUT_MS = 150_000;

/** In paise. */
export interface PaymentTotals {
  readonly captured: number;
  /** Price of all confirmed bookings. */
  readonly kept: number;
  /** All refunds, also due ones. */
  readonly refunded: number;
  /** Captured, but neither kept nor refunded. */
  readonly lost: number;
  /** Payments that the checkout reported and the provider does not have. */
  readonly unknownPayments: number;
}

async function fetchTotals(database: Database, paid: readonly string[]): Promise<PaymentTotals> {
  const { rows } = await sql<{ captured: number; kept: number; refunded: number; unknownPayments: number }>`
    select
      (select coalesce(sum(amount), 0) from sandbox_payment where captured_at is not null) as captured,
      (select coalesce(sum(total_paise), 0) from booking
        where paid_with = 'card' and status = 'confirmed') as kept,
      (select coalesce(sum(amount_paise), 0) from refund) as refunded,
      (select count(*) from unnest(${paid}::text[]) as shown (id)
        where not exists (select from sandbox_payment where sandbox_payment.id = shown.id)) as "unknownPayments"`.execute(
    database,
  );
  const { captured = 0, kept = 0, refunded = 0, unknownPayments = 0 } = rows[0] ?? {};
  return { captured, kept, refunded, lost: captured - kept - refunded, unknownPayments };
}

/** Waits until webhooks and the reconciler have found all interrupted payments, and returns the totals. */
export async function settledPaymentTotals(
  database: Database,
  paid: readonly string[],
): Promise<PaymentTotals> {
  const start = performance.now();
  for (;;) {
    const totals = await fetchTotals(database, paid);
    if (totals.lost === 0 || performance.now() - start > SETTLEMENT_TIMEOUT_MS) return totals;
    await delay(1_000);
  }
}
