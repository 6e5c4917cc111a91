import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Schema } from '../../server/platform/database/schema.ts';
import type { Failure } from './providerError.ts';
import type { Verdict } from './testCards.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** A JSON column: read as its value, written as text, because the driver converts arrays to PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>;

/** An optional instant. */
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An order of the sandbox; amounts in paise. */
export interface SandboxOrderTable {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Json<Record<string, string | number>>;
  status: Generated<'created' | 'attempted' | 'paid'>;
  attempts: Generated<number>;
  capture: 'automatic' | 'manual';
  /** For how many minutes after its creation an authorised payment is captured automatically. */
  automatic_expiry_minutes: number;
  /** After how many minutes an uncaptured authorised payment is refunded. */
  manual_expiry_minutes: number;
  created_at: Date;
}

/** An attempt to pay an order. Only the last four digits of a card are stored. */
export interface SandboxPaymentTable {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  method: 'card' | 'upi';
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  card_last4: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  /** The bank responds with it once the payer has authenticated. */
  verdict: Json<Verdict>;
  /** Why it failed. */
  failure: Json<Failure | null>;
  amount_refunded: Generated<number>;
  created_at: Date;
  captured_at: OptionalInstant;
  /** When its status changes automatically: an open attempt fails, an authorised payment is refunded. */
  due_at: OptionalInstant;
  /** When the bank will authorise it after all. */
  authorizes_at: OptionalInstant;
  /** Whether it is then captured regardless of its order. */
  capture_always: Generated<boolean>;
  /** Borne by the payer on top of the order's amount; 0 when the shop bears it. */
  fee: Generated<number>;
  /** It reduced the amount. */
  offer_id: string | null;
}

/** A dispute about a payment. */
export interface SandboxDisputeTable {
  id: string;
  payment_id: string;
  amount: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: Generated<string>;
  reason_code: string;
  created_at: Date;
}

/** A refund; `request` is its request body, which a repeated request with the same key must equal. */
export interface SandboxRefundTable {
  id: string;
  payment_id: string;
  amount: number;
  speed: 'normal' | 'optimum';
  receipt: string | null;
  notes: Json<Record<string, string | number>>;
  idempotency_key: string | null;
  request: string;
  created_at: Date;
  status: 'pending' | 'processed' | 'failed';
  /** Its outcome at `due_at`. */
  will_fail: Generated<boolean>;
  due_at: OptionalInstant;
}

/** An event for the shop, with the exact text of every delivery. `due_at` is null when it is not sent again. */
export interface SandboxWebhookTable {
  event_id: string;
  /** Orders the events. */
  sequence: Generated<string>;
  event: WebhookEvent;
  body: string;
  attempts: Generated<number>;
  created_at: Date;
  due_at: OptionalInstant;
  delivered_at: OptionalInstant;
}

/** A payment link; its order has the amount and the payments. */
export interface SandboxLinkTable {
  id: string;
  order_id: string;
  reference_id: string | null;
  description: string | null;
  customer: Json<Record<string, string>>;
  notes: Json<Record<string, string | number>>;
  /** Where it is paid. */
  short_url: string;
  status: Generated<'created' | 'expired' | 'cancelled' | 'paid'>;
  expire_by: Date;
  cancelled_at: OptionalInstant;
  expired_at: OptionalInstant;
  created_at: Date;
}

export type SandboxTables = {
  sandbox_order: SandboxOrderTable;
  sandbox_payment: SandboxPaymentTable;
  sandbox_link: SandboxLinkTable;
  sandbox_refund: SandboxRefundTable;
  sandbox_webhook: SandboxWebhookTable;
  sandbox_dispute: SandboxDisputeTable;
};

/** Only this folder uses the sandbox's tables. */
export type SandboxDatabase = Kysely<Schema & SandboxTables>;
export type SandboxTx = Transaction<Schema & SandboxTables>;
