import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Failure } from './providerError.ts';
import type { Verdict } from './testCards.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** A JSON column: read as what it holds, written as text, for the driver turns arrays into PostgreSQL ones. */
type Json<T> = ColumnType<T, string, string>;

/** An instant that may never come; nothing without. */
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An order of the stand-in provider; amounts in paise. */
export interface SandboxOrderTable {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Json<Record<string, string | number>>;
  status: Generated<'created' | 'attempted' | 'paid'>;
  attempts: Generated<number>;
  capture: 'automatic' | 'manual';
  /** Until how many minutes after its creation an authorised payment is captured by itself. */
  automatic_expiry_minutes: number;
  /** After how many minutes an authorised payment that nobody captured goes back. */
  manual_expiry_minutes: number;
  created_at: Date;
}

/** An attempt to pay an order. A card's number, expiry and CVV are kept nowhere, only its last four digits. */
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
  /** What the bank will answer once the payer has authenticated. */
  verdict: Json<Verdict>;
  /** Why it failed, when it has. */
  failure: Json<Failure | null>;
  amount_refunded: Generated<number>;
  created_at: Date;
  captured_at: OptionalInstant;
  /** When its status changes by itself: an open attempt fails, an authorised payment goes back. */
  due_at: OptionalInstant;
  /** When the bank will approve it after all. */
  authorizes_at: OptionalInstant;
  /** Whether it is then captured whatever its order says. */
  capture_always: Generated<boolean>;
}

/** A refund; `request` is the body it was asked with, which a repeat under the same key must equal. */
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
  /** How it ends at `due_at`. */
  will_fail: Generated<boolean>;
  due_at: OptionalInstant;
}

/** An event that the shop is told of, with the very text that is sent each time. `due_at` null: not tried any more. */
export interface SandboxWebhookTable {
  event_id: string;
  /** In which order events happened. */
  sequence: Generated<string>;
  event: WebhookEvent;
  body: string;
  attempts: Generated<number>;
  created_at: Date;
  due_at: OptionalInstant;
  delivered_at: OptionalInstant;
}

export type SandboxTables = {
  sandbox_order: SandboxOrderTable;
  sandbox_payment: SandboxPaymentTable;
  sandbox_refund: SandboxRefundTable;
  sandbox_webhook: SandboxWebhookTable;
};

/** The database as the sandbox sees it; nothing outside this folder knows its tables. */
export type SandboxDatabase = Kysely<Schema & SandboxTables>;
export type SandboxTx = Transaction<Schema & SandboxTables>;
