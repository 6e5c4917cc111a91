import type { AmountPaid } from '../money/cancellation.ts';

/** The refund for cancelling a booking now. `freeUntil`: the last instant (ISO) with a full refund; null when there never was one. */
export interface CancelTerms {
  readonly bookingId: string;
  readonly refund: AmountPaid;
  /** The refunded share of the amount paid. */
  readonly percent: number;
  readonly freeUntil: string | null;
  /** The booking's policy in words. */
  readonly terms: string;
  /** What has gone back already and is subtracted in `refund`. */
  readonly returnedBefore?: AmountPaid;
  /** The refund waits for the end of a dispute about the payment. */
  readonly disputed?: true;
  /** On the account of the user's company: nothing is paid or refunded, and the account changes. */
  readonly onAccount?: true;
}

/** The cost of moving a booking now, and the refund for cancelling it right after the move. */
export interface MoveTerms extends CancelTerms {
  readonly sequence: number;
  /** The price of the new times. */
  readonly amount: AmountPaid;
  /** The amount to pay, negative for a refund. */
  readonly difference: AmountPaid;
}
