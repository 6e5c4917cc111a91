import type { WaitingListEntry } from '../../contract/bookings/waitingList.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { runWaitingList } from '../../server/bookings/waitingList/jobs.ts';
import { get, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { DAY, dataOf, MORNING, ROOM, type PaymentServer } from './startPayments.ts';

/** Joins the waiting list, by default for MORNING in ROOM. */
export const joinWaitingList = (
  server: PaymentServer,
  user: SignedIn,
  { range = MORNING, day = DAY, room = ROOM }: { range?: SlotRange; day?: string; room?: number } = {},
): Promise<ApiResponse<{ data: WaitingListEntry } & ErrorBody>> =>
  post(
    server,
    paths.joinWaitingList,
    { mid: room, bdate: day, ...bookingTimes(range) },
    { token: user.access },
  );

export const leaveWaitingList = (server: PaymentServer, user: SignedIn, id: string): Promise<ApiResponse> =>
  post(server, paths.leaveWaitingList, { id }, { token: user.access });

export const fetchWaitingList = async (server: PaymentServer, user: SignedIn): Promise<WaitingListEntry[]> =>
  dataOf(await get<{ data: WaitingListEntry[] }>(server, paths.waitingList, user.access));

/** Runs one pass of the waiting list's jobs. */
export const runWaitingListJobs = (server: PaymentServer): Promise<unknown[]> =>
  runWaitingList(server.payments);
