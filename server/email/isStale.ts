import type { BookingCode } from '../../domain/bookings/bookingStates.ts';
import type { EmailKind } from '../platform/database/emailPayloads.ts';

/** They are about one version of a booking and become stale when the booking changes. */
const VERSIONED_KINDS: ReadonlySet<EmailKind> = new Set([
  'booked',
  'moved',
  'invitation',
  'reminder-day',
  'reminder-hour',
]);

/**
 * True for an email that must not be sent because its booking was cancelled or moved after the email was queued. `sequence`: the
 * version of the booking that the email is about. Emails about cancellations, refunds and tax documents do not become stale.
 */
export const isStale = (
  { kind, sequence }: { readonly kind: EmailKind; readonly sequence: number },
  booking: { readonly status: BookingCode; readonly sequence: number },
): boolean => VERSIONED_KINDS.has(kind) && (booking.status !== 'confirmed' || booking.sequence !== sequence);
