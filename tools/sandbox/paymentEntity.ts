import type { Selectable } from 'kysely';
import type { SandboxPaymentTable } from './tables.ts';

export type SandboxPayment = Selectable<SandboxPaymentTable>;

/** In the provider's format. */
export const paymentEntity = (payment: SandboxPayment) => ({
  id: payment.id,
  entity: 'payment',
  amount: payment.amount,
  currency: payment.currency,
  status: payment.status,
  order_id: payment.order_id,
  invoice_id: null,
  international: false,
  method: payment.method,
  amount_refunded: payment.amount_refunded,
  refund_status:
    payment.amount_refunded === 0 ? null : payment.amount_refunded === payment.amount ? 'full' : 'partial',
  captured: payment.captured_at !== null,
  description: null,
  card_id: null,
  ...(payment.card_last4 === null
    ? {}
    : { card: { entity: 'card', last4: payment.card_last4, network: 'Visa', type: 'debit', issuer: null } }),
  bank: null,
  wallet: null,
  vpa: payment.vpa,
  email: payment.email,
  contact: payment.contact,
  notes: [],
  ...(payment.offer_id !== null && { offer_id: payment.offer_id }),
  fee: payment.fee > 0 ? payment.fee : null,
  tax: null,
  error_code: payment.failure?.code ?? null,
  error_description: payment.failure?.description ?? null,
  error_source: payment.failure?.source ?? null,
  error_step: payment.failure?.step ?? null,
  error_reason: payment.failure?.reason ?? null,
  acquirer_data: {},
  created_at: Math.floor(payment.created_at.getTime() / 1000),
});
