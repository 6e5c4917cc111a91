import type { AxiosRequestConfig } from 'axios';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import type { Effects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { createAccounts } from '../../account/effects/accounts.ts';
import { roomOf } from '../../rooms/effects.ts';
import { createRoomWeek } from '../../rooms/effects/roomWeek.ts';
import { createSearchRooms } from '../../rooms/effects/searchRooms.ts';
import { createTakenSlots } from '../../rooms/effects/takenSlots.ts';
import { createContent } from '../../content/effects/content.ts';
import { createEnquiries } from '../../content/effects/enquiries.ts';
import { connection } from './connection.ts';
import { apiHost, createSend } from './http.ts';
import { gateway } from '../../checkout/effects/gateway.ts';
import { createLiveSlots } from '../../rooms/effects/liveSlots.ts';
import { createOwnBookings } from './ownBookings.ts';
import { storage } from './storage.ts';
import { watchActivity } from './pageActivity.ts';
import { createServerClock, createSetClock, type ServerClock } from './serverClock.ts';
import { createSession } from '../../account/effects/session.ts';
import { tokens } from '../../account/effects/tokens.ts';

/** The composition root of the effects in the browser. */
export function createEffects(): Effects & { readonly clock: ServerClock } {
  const clock = createServerClock();
  const send = createSend(clock);
  const { effects: session, authenticatedRequest, startSession } = createSession(send, clock);
  /**
   * Sends the access token if there is one, so that the user's holds do not count as taken (ruling 7). Without a valid
   * session the request is sent without a token.
   */
  const requestAsCaller = async <Body>(request: AxiosRequestConfig): Promise<Body> => {
    if (tokens.access() === null) return send<Body>(request);
    try {
      return await authenticatedRequest<Body>(request);
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return send<Body>(request);
      throw error;
    }
  };

  /**
   * Like `requestAsCaller`, but renews a session whose access token has expired. For responses that depend on the caller's
   * identity.
   */
  const requestAsSignedIn = async <Body>(request: AxiosRequestConfig): Promise<Body> => {
    if (tokens.access() === null && tokens.refresh() !== null)
      await session.renew(null).catch(() => undefined);
    return requestAsCaller<Body>(request);
  };

  const listRooms = async (city: string, signal?: AbortSignal) => {
    const { data } = await send<RoomsResponse>({
      url: paths.rooms,
      params: { city },
      ...(signal ? { signal } : {}),
    });
    return data.map(roomOf);
  };

  return {
    clock,
    setClock: createSetClock(clock, async () => void (await listRooms(CITIES[0]))),
    storage,
    session,
    gateway,
    ...createAccounts(authenticatedRequest, requestAsSignedIn, startSession),
    rooms: {
      list: listRooms,
      taken: createTakenSlots(requestAsCaller),
      search: createSearchRooms(requestAsCaller),
      week: createRoomWeek(requestAsCaller),
      watch: createLiveSlots(apiHost),
      watchActivity,
    },
    member: {
      async details(userId, signal) {
        const { data } = await authenticatedRequest<MemberDetailsResponse>({
          url: paths.memberDetails,
          params: { uid: userId },
          signal,
        });
        const { is_membership: isMember, monthly_limit: points, ...details } = data;
        return { ...camelCased(details), isMember, points };
      },
    },
    ...createOwnBookings(send, authenticatedRequest, requestAsCaller, clock),
    enquiries: createEnquiries(send),
    ...createContent(send),
    connection,
    reportFailure(flow, error, isRestarted) {
      console.error(`The ${flow} flow failed and ${isRestarted ? 'is restarted' : 'stays down'}.`, error);
    },
  };
}
