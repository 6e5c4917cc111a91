import type { WaitlistEntry } from '../../contract/bookings/waitlist.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { runWaitlist } from '../../server/waitlist/jobs.ts';
import { get, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { DAY, dataOf, MORNING, ROOM, type PaymentServer } from './startPayments.ts';

/** Joins the waiting list, by default for MORNING in ROOM. */
export const joinWaitlist = (
  server: PaymentServer,
  user: SignedIn,
  { range = MORNING, day = DAY, room = ROOM }: { range?: SlotRange; day?: string; room?: number } = {},
): Promise<ApiResponse<{ data: WaitlistEntry } & ErrorBody>> =>
  post(server, paths.joinWaitlist, { mid: room, bdate: day, ...bookingTimes(range) }, { token: user.access });

export const leaveWaitlist = (server: PaymentServer, user: SignedIn, id: string): Promise<ApiResponse> =>
  post(server, paths.leaveWaitlist, { id }, { token: user.access });

/** The waiting list entries of a user. */
export const fetchWaitlist = async (server: PaymentServer, user: SignedIn): Promise<WaitlistEntry[]> =>
  dataOf(await get<{ data: WaitlistEntry[] }>(server, paths.waitlist, user.access));

/** Runs one pass of the waiting list's jobs. */
export const runWaitlistJobs = (server: PaymentServer): Promise<unknown[]> => runWaitlist(server.payments);
