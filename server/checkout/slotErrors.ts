import type { ErrorCode } from '../../contract/errors.ts';

/** Why a call that claims slots refuses them. */
export const slotErrors = [
  'slot-taken',
  'already-booked',
  'payment-under-way',
  'not-found',
  'blocked',
] as const satisfies readonly ErrorCode[];
