/** Why a payment of the right amount pays nothing, other than that somebody else has the room. */
export const latePaymentCauses = [
  'begun',
  'move-ended',
  'booking-cancelled',
  'booking-moved',
  'booking-ended',
  'account-closed',
] as const;
export type LatePaymentCause = (typeof latePaymentCauses)[number];

/** Why a payment that pays nothing goes back whole. 'late': somebody else had the room. */
export const unusedPaymentReasons = ['late', ...latePaymentCauses, 'second-payment', 'wrong-amount'] as const;
export type UnusedPaymentReason = (typeof unusedPaymentReasons)[number];

/** Why money goes back: a whole payment, or some of one that paid a booking, which was cancelled or moved. */
export const refundReasons = [...unusedPaymentReasons, 'cancelled', 'moved'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Each in a sentence, for the payer. */
export const refundReasonTexts: Readonly<Record<RefundReason, string>> = {
  late: 'Your payment arrived after the room was taken.',
  begun: 'Your payment arrived after the time to be booked had begun.',
  'move-ended': 'Your payment arrived after the move was dropped or its time to pay was over.',
  'booking-cancelled': 'Your payment for a move arrived after the booking was cancelled.',
  'booking-moved': 'Your payment for a move arrived after the booking was moved in another way.',
  'booking-ended': 'Your payment arrived after an earlier one for these times had gone back.',
  'account-closed': 'Your payment arrived after the account was closed.',
  'second-payment': 'This booking was paid twice.',
  'wrong-amount': 'The payment was not of the booking’s amount.',
  cancelled: 'This booking was cancelled.',
  moved: 'This booking was moved to a cheaper time or room.',
};
