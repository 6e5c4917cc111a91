import type { BillingFields } from '../../domain/billing.ts';

export type BillingEvent =
  /** The form is shown. */
  | { type: 'billing.opened' }
  /** The form is gone, or its user has signed out: nothing of it is kept. */
  | { type: 'billing.closed' }
  /** The visitor loads the details again after a failure. */
  | { type: 'billing.retried' }
  | { type: 'billing.changed'; field: keyof BillingFields; value: string }
  | { type: 'billing.submitted' };
