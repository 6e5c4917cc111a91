/** Sent to the shop. */
export const webhookEvents = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
  'payment_link.paid',
  'payment_link.expired',
  'payment_link.cancelled',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
