import type { DeskRefund } from '../../../machines/desk/money/moneyFlows.ts';

/** For the staff. */
export const refundReasonNames: Record<DeskRefund['reason'], string> = {
  late: 'Paid too late',
  begun: 'Paid after the start',
  'move-ended': 'Paid for a move that had ended',
  'booking-cancelled': 'Paid for a move, then cancelled',
  'booking-moved': 'Paid for a move, then moved differently',
  'booking-ended': 'Paid after a refund',
  'account-closed': 'Paid after closing the account',
  'account-blocked': 'Paid after the account was blocked',
  'room-archived': 'Paid too late: the room is archived',
  'hours-closed': 'Paid too late: the room is closed then',
  'second-payment': 'Paid twice',
  'wrong-amount': 'Wrong amount',
  cancelled: 'Cancelled',
  moved: 'Moved to a lower price',
  provider: 'Refunded at the provider',
  dispute: 'Dispute lost',
  desk: 'Refunded by the desk',
};
