/** The events that are sent to the shop. */
export const webhookEvents = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.processed',
  'refund.failed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
