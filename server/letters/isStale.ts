import type { BookingStatus } from '../database/schema.ts';
import type { LetterKind } from './letter.ts';

/** The kinds that say something about a booking as it stands: they are stale when it has changed since. */
const ABOUT_A_VERSION: ReadonlySet<LetterKind> = new Set([
  'booked',
  'moved',
  'reminder-day',
  'reminder-hour',
]);

/**
 * True for a letter that is not sent any more because its booking was cancelled or moved after it was queued. `sequence`: the
 * booking's version that the letter is about. A cancellation, a refund or a paper stays true.
 */
export const isStale = (
  { kind, sequence }: { readonly kind: LetterKind; readonly sequence: number },
  booking: { readonly status: BookingStatus; readonly sequence: number },
): boolean => ABOUT_A_VERSION.has(kind) && (booking.status !== 'confirmed' || booking.sequence !== sequence);
