import type { ErrorCode } from '../../contract/errors.ts';
import type { Failure } from '../engine/failure.ts';
import type { BookingSelection } from './events.ts';

/** After these errors a move cannot be paid: confirming it again would be refused again. */
const finalErrors: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'terms-changed',
  'too-late-to-move',
  'not-allowed',
  'same-times',
  'called-off',
  'already-begun',
  'not-paid',
  'not-booked',
  'not-found',
]);

/** The refusal is final, and the booking is unchanged. */
export const isMoveRefused = ({
  selection,
  failure,
}: {
  readonly selection: BookingSelection | null;
  readonly failure: Failure | null;
}): boolean => selection?.pendingMove !== undefined && failure !== null && finalErrors.has(failure.code);
