import { z } from 'zod';
import { bookingTimes, checkContiguous } from './bookingTimes.ts';
import { linkToken } from '../account/links.ts';
import { room } from '../rooms/rooms.ts';

/**
 * An entry of the user on the waiting list. 'waiting': the times are taken; 'offered': they are held for the user until
 * `offered_until`, an ISO instant; 'informed': they are free for everybody. `start_time` and `end_time` are the starts of the
 * first and the last slot, as in a booking.
 */
export const waitingListEntry = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'offered', 'informed']),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  offered_until: z.string().nullable(),
  meeting_room: room,
});
export type WaitingListEntry = z.infer<typeof waitingListEntry>;

/** GET waiting list: the user's entries, the soonest first. */
export const waitingListResponse = z.object({ data: z.array(waitingListEntry) });

/** POST join waiting list: the room, the date and the times of a booking, some of which must be taken. */
export const joinWaitingListRequest = z.object(bookingTimes).superRefine(checkContiguous);
export type JoinWaitingListRequest = z.output<typeof joinWaitingListRequest>;

/**
 * POST join waiting list. A repeated call returns the same entry. Refused for the reasons of a booking of these times, and with
 * 409 'still-free', 'already-booked' or 'too-many-waits'.
 */
export const joinWaitingListResponse = z.object({ data: waitingListEntry });

/** POST leave waiting list: the entry. Times that it holds for the user are released. A repeated call changes nothing. */
export const leaveWaitingListRequest = z.object({ id: z.uuid() });
export const leaveWaitingListResponse = z.object({ data: z.object({ left: z.literal(true) }) });

/** POST read waiting-list link, and POST leave by it: the token of an email. Refused with 410 when the entry has ended. */
export const waitingListLinkRequest = z.object({ token: linkToken });
export const waitingListLinkResponse = z.object({ data: waitingListEntry });
