/** Why a payment of the right amount came too late, other than that the room was taken. */
export const latePaymentCauses = [
  'begun',
  'move-ended',
  'booking-cancelled',
  'booking-moved',
  'booking-ended',
  'account-closed',
  'account-blocked',
  'room-archived',
  'hours-closed',
] as const;
export type LatePaymentCause = (typeof latePaymentCauses)[number];

/** Why a payment is unused and refunded in full. 'late': the room was taken. */
export const unusedPaymentReasons = ['late', ...latePaymentCauses, 'second-payment', 'wrong-amount'] as const;
export type UnusedPaymentReason = (typeof unusedPaymentReasons)[number];

/**
 * The reasons of refunds: of a whole unused payment; of a part of the price when a booking is cancelled or moved; by somebody at
 * the provider; by the bank after a lost dispute; or by the desk, which leaves the booking as it is.
 */
export const refundReasons = [
  ...unusedPaymentReasons,
  'cancelled',
  'moved',
  'provider',
  'dispute',
  'desk',
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** For the payer. */
export const refundReasonTexts: Readonly<Record<RefundReason, string>> = {
  late: 'Your payment arrived after the room was taken.',
  begun: 'Your payment arrived after the booked time had started.',
  'move-ended': 'Your payment arrived after the change of the booking was dropped or had expired.',
  'booking-cancelled': 'Your payment for a change arrived after the booking was cancelled.',
  'booking-moved': 'Your payment for a change arrived after the booking was changed in another way.',
  'booking-ended': 'Your payment arrived after an earlier payment for these times had been refunded.',
  'account-closed': 'Your payment arrived after the account was closed.',
  'account-blocked': 'Your payment arrived after the account was blocked.',
  'room-archived':
    'Your payment arrived after the times were released, and the room can no longer be booked.',
  'hours-closed':
    'Your payment arrived after the times were released, and the room is closed at these times now.',
  'second-payment': 'This booking was paid twice.',
  'wrong-amount': 'The payment did not match the price of the booking.',
  cancelled: 'This booking was cancelled.',
  moved: 'This booking was moved to a cheaper time or room, or made shorter.',
  provider: 'We refunded this amount directly.',
  dispute: 'Your bank returned this amount after you disputed the payment.',
  desk: 'We refunded this amount.',
};
