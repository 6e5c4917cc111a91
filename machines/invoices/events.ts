import type { BillingTextField } from '../../domain/money/billing.ts';

export type BillingEvent =
  /** The form is shown. */
  | { type: 'billing.opened' }
  /** The form is closed, or its user has signed out: its data is cleared. */
  | { type: 'billing.closed' }
  /** The user loads the details again after a failure. */
  | { type: 'billing.retried' }
  | { type: 'billing.changed'; field: BillingTextField; value: string }
  /** The buyer is a unit or developer in a special economic zone, or is not. */
  | { type: 'billing.sezChanged'; isSez: boolean }
  | { type: 'billing.submitted' };
