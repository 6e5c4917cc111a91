import type { Failure } from './providerError.ts';

/** Null authorises the payment; 'pending' waits until a control triggers a response. */
export type Verdict = Failure | 'pending' | null;

/** A test card: its name on the sheet and its bank's response. */
export interface TestCard {
  readonly number: string;
  readonly outcome: string;
  readonly verdict: Verdict;
}

const bankFailure = (reason: string, description: string): Failure => ({
  code: 'BAD_REQUEST_ERROR',
  description,
  source: 'bank',
  step: 'payment_authorization',
  reason,
});

/** The provider's own test cards with their documented reasons. No other card is accepted. */
export const testCards: readonly TestCard[] = [
  { number: '4100280000001007', outcome: 'Succeeds', verdict: null },
  {
    number: '4100280000060003',
    outcome: 'Declined',
    verdict: bankFailure(
      'card_declined',
      'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
    ),
  },
  {
    number: '4100280000080001',
    outcome: 'Insufficient funds',
    verdict: {
      ...bankFailure(
        'insufficient_fund',
        'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
      ),
      source: 'customer',
    },
  },
  {
    number: '4100280000090000',
    outcome: 'Times out',
    verdict: bankFailure(
      'payment_timed_out',
      'Your payment could not be completed due to a temporary issue. Try again later.',
    ),
  },
  {
    number: '4100280000070002',
    outcome: 'Cancelled',
    verdict: {
      ...bankFailure(
        'payment_cancelled',
        'Your payment has been cancelled. Try again or complete the payment later.',
      ),
      source: 'customer',
    },
  },
  {
    number: '4100280000020007',
    outcome: 'Gateway error',
    verdict: {
      ...bankFailure(
        'gateway_technical_error',
        'Your payment did not go through due to a temporary issue. Any debited amount will be refunded.',
      ),
      code: 'GATEWAY_ERROR',
      source: 'gateway',
    },
  },
];

/** With the same meaning as the cards. */
export const testUpiIds: readonly { readonly vpa: string; readonly verdict: Verdict }[] = [
  { vpa: 'success@razorpay', verdict: null },
  {
    vpa: 'failure@razorpay',
    verdict: {
      ...bankFailure(
        'payment_failed',
        'Your payment was declined in the UPI app. Try another payment method.',
      ),
      source: 'customer',
    },
  },
  // An addition of this sandbox: the payer never opens the app.
  { vpa: 'pending@razorpay', verdict: 'pending' },
];
