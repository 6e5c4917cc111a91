import type { RefundPart } from '../../contract/booking.ts';

/** Why money goes back, in a sentence. */
export const refundReasons: Readonly<Record<RefundPart['reason'], string>> = {
  late: 'Your payment arrived after the room was taken.',
  'second-payment': 'This booking was paid twice.',
  'wrong-amount': 'The payment was not of the booking’s amount.',
  cancelled: 'You cancelled this booking.',
  moved: 'You moved this booking to a cheaper time or room.',
};
