import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../server/database/schema.ts';

/** Webhooks and the reconciler have this long to find what a failure interrupted, in milliseconds. */
const SETTLED_WITHIN_MS = 150_000;

/** What the provider captured and what became of it, in paise. */
export interface Money {
  readonly captured: number;
  /** Of bookings that are confirmed. */
  readonly kept: number;
  /** Refunded, or due to be. */
  readonly refunded: number;
  /** Captured and neither kept nor refunded. */
  readonly lost: number;
  /** Payments that a payer was shown as made and the provider does not have. */
  readonly unknown: number;
}

async function count(database: Database, paid: readonly string[]): Promise<Money> {
  const { rows } = await sql<{ captured: number; kept: number; refunded: number; unknown: number }>`
    select
      (select coalesce(sum(amount), 0) from sandbox_payment where captured_at is not null) as captured,
      (select coalesce(sum(total_paise), 0) from booking
        where paid_with = 'card' and status = 'confirmed') as kept,
      (select coalesce(sum(amount_paise), 0) from refund) as refunded,
      (select count(*) from unnest(${paid}::text[]) as shown (id)
        where not exists (select from sandbox_payment where sandbox_payment.id = shown.id)) as unknown`.execute(
    database,
  );
  const { captured = 0, kept = 0, refunded = 0, unknown = 0 } = rows[0] ?? {};
  return { captured, kept, refunded, lost: captured - kept - refunded, unknown };
}

/** Counts every rupee, when the webhooks and the reconciler have found what a failure interrupted. */
export async function countMoney(database: Database, paid: readonly string[]): Promise<Money> {
  const began = performance.now();
  for (;;) {
    const money = await count(database, paid);
    if (money.lost === 0 || performance.now() - began > SETTLED_WITHIN_MS) return money;
    await delay(1_000);
  }
}
