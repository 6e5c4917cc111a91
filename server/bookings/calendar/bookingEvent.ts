import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../../domain/rooms/arrivalInstructions.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { brand } from '../../../domain/content/brand.ts';
import type { Business } from '../../../domain/content/business.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { mapLink } from '../../../domain/rooms/mapLink.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { CustomerBooking } from '../customerBookings.ts';
import { addressOf } from '../../rooms/rooms.ts';
import type { EntryIdentity } from '../../calendar/entries.ts';
import type { CalendarEvent } from '../../calendar/ical.ts';

/**
 * A booking as a calendar entry.
 * @param identity the entry's identity in calendar programs
 * @param origin the site's origin, for links
 * @param business whom to call about the booking
 * @param now the time at which the calendar is written
 */
export const bookingEvent = (
  booking: CustomerBooking,
  { uid, revision }: EntryIdentity,
  { origin, business }: { readonly origin: string; readonly business: Pick<Business, 'name' | 'phone'> },
  now: EpochMs,
): CalendarEvent => ({
  uid,
  sequence: booking.sequence + revision,
  stamp: now,
  start: instantOf(booking.day, booking.start_slot),
  end: instantOf(booking.day, booking.end_slot),
  summary: `${booking.room_name} (${brand.name})`,
  location: `${booking.room_name}, ${addressLine(addressOf(booking))}`,
  description: [
    `Booked at ${brand.name}. Reference ${bookingReference(booking.id)}.`,
    `${business.name}, ${business.phone}`,
    `How to get in: ${ARRIVAL_INSTRUCTIONS}`,
    `Map: ${mapLink(addressOf(booking))}`,
    `${origin}/my-bookings/${booking.id}`,
  ].join('\n'),
  url: `${origin}/my-bookings/${booking.id}`,
  isCancelled: booking.status !== 'confirmed',
});
