import { z } from 'zod';
import { bookingTimes, checkContiguous } from './bookingTimes.ts';
import { linkToken } from '../account/links.ts';
import { room } from '../rooms/rooms.ts';

/**
 * An entry of the user on the waiting list. 'waiting': the times are taken; 'offered': they are held for the user until
 * `offered_until`, an ISO instant; 'informed': they are free for everybody. `start_time` and `end_time` are the starts of the
 * first and the last slot, as in a booking.
 */
export const waitlistEntry = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'offered', 'informed']),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  offered_until: z.string().nullable(),
  meeting_room: room,
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

/** GET waiting list: the user's entries, the soonest first. */
export const waitlistResponse = z.object({ data: z.array(waitlistEntry) });

/** POST join waiting list: the room, the date and the times of a booking, some of which must be taken. */
export const joinWaitlistRequest = z.object(bookingTimes).superRefine(checkContiguous);
export type JoinWaitlistRequest = z.output<typeof joinWaitlistRequest>;

/**
 * POST join waiting list. A repeated call returns the same entry. Refused for the reasons of a booking of these times, and with
 * 409 'still-free', 'already-booked' or 'too-many-waits'.
 */
export const joinWaitlistResponse = z.object({ data: waitlistEntry });

/** POST leave waiting list: the entry. Times that it holds for the user are released. A repeated call changes nothing. */
export const leaveWaitlistRequest = z.object({ id: z.uuid() });
export const leaveWaitlistResponse = z.object({ data: z.object({ left: z.literal(true) }) });

/** POST read waiting-list link, and POST leave by it: the token of an email. Refused with 410 when the entry has ended. */
export const waitlistLinkRequest = z.object({ token: linkToken });
export const waitlistLinkResponse = z.object({ data: waitlistEntry });
