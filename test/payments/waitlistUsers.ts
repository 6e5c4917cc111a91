import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/slots.ts';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { runWaitlist } from '../../server/waitlist/jobs.ts';
import { get, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { DAY, dataOf, MORNING, ROOM, type PaymentServer } from './startPayments.ts';

/** Creates signed-in users without a password. */
export async function createUsers(server: PaymentServer, count: number): Promise<SignedIn[]> {
  const tokens = accessTokens(server.config, () => server.clock.now);
  const rows = await server.database
    .insertInto('app_user')
    .values(
      Array.from({ length: count }, (_, n) => ({
        email: `waits-${n}@example.com`,
        password_hash: '-',
        first_name: 'Waits',
        phone: '+919840012345',
        is_member: true,
        half_points: 1000,
      })),
    )
    .returning('id')
    .execute();
  return Promise.all(
    rows.map(async ({ id }) => ({
      user_id: id,
      is_member: true,
      refresh: '',
      access: await tokens.issue({ id, isMember: true, sessionId: await insertSession(server.database, id) }),
    })),
  );
}

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
