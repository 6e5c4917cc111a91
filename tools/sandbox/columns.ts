import { everyColumn } from '../../server/platform/database/columns.ts';
import type {
  SandboxDisputeTable,
  SandboxLinkTable,
  SandboxOrderTable,
  SandboxPaymentTable,
  SandboxRefundTable,
  SandboxWebhookTable,
} from './tables.ts';

export const sandboxOrderColumns = everyColumn<SandboxOrderTable>({
  id: true,
  amount: true,
  currency: true,
  receipt: true,
  notes: true,
  status: true,
  attempts: true,
  capture: true,
  automatic_expiry_minutes: true,
  manual_expiry_minutes: true,
  created_at: true,
});

export const sandboxPaymentColumns = everyColumn<SandboxPaymentTable>({
  id: true,
  order_id: true,
  amount: true,
  currency: true,
  method: true,
  status: true,
  card_last4: true,
  vpa: true,
  email: true,
  contact: true,
  verdict: true,
  failure: true,
  amount_refunded: true,
  created_at: true,
  captured_at: true,
  due_at: true,
  authorizes_at: true,
  capture_always: true,
  fee: true,
  offer_id: true,
});

export const sandboxLinkColumns = everyColumn<SandboxLinkTable>({
  id: true,
  order_id: true,
  reference_id: true,
  description: true,
  customer: true,
  notes: true,
  short_url: true,
  status: true,
  expire_by: true,
  cancelled_at: true,
  expired_at: true,
  created_at: true,
});

export const sandboxRefundColumns = everyColumn<SandboxRefundTable>({
  id: true,
  payment_id: true,
  amount: true,
  speed: true,
  receipt: true,
  notes: true,
  idempotency_key: true,
  request: true,
  created_at: true,
  status: true,
  will_fail: true,
  due_at: true,
});

export const sandboxWebhookColumns = everyColumn<SandboxWebhookTable>({
  event_id: true,
  sequence: true,
  event: true,
  body: true,
  attempts: true,
  created_at: true,
  due_at: true,
  delivered_at: true,
});

export const sandboxDisputeColumns = everyColumn<SandboxDisputeTable>({
  id: true,
  payment_id: true,
  amount: true,
  status: true,
  phase: true,
  reason_code: true,
  created_at: true,
});
