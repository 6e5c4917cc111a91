import type { AxiosRequestConfig } from 'axios';
import type { MemberDetailsResponse } from '../../contract/member.ts';
import { paths } from '../../contract/paths.ts';
import type { RoomsResponse } from '../../contract/rooms.ts';
import { CITIES } from '../../domain/validation.ts';
import type { Effects } from '../../machines/effects.ts';
import { Failure } from '../../machines/failure.ts';
import { createAccount } from './account.ts';
import { createBlog } from './blog.ts';
import { createBookingPage } from './bookingPage.ts';
import { createBookings } from './bookings.ts';
import { createDownloads } from './downloads.ts';
import { createEnquiries } from './enquiries.ts';
import { connection } from './connection.ts';
import { lazyGateway } from './lazyGateway.ts';
import { apiHost, createSend } from './http.ts';
import { createLiveSlots } from './liveSlots.ts';
import { storage } from './storage.ts';
import { watchActivity } from './pageActivity.ts';
import { createRecovery } from './recovery.ts';
import { createRegistration } from './registration.ts';
import { createServerClock, createSetClock, type ServerClock } from './serverClock.ts';
import { createSession } from './session.ts';
import { createTakenSlots } from './takenSlots.ts';
import { tokens } from './tokens.ts';

/** The composition root's effects: the real browser, the real API. */
export function createEffects(): Effects & { readonly clock: ServerClock } {
  const clock = createServerClock();
  const send = createSend(clock);
  const { effects: session, authenticatedRequest, startSession } = createSession(send, clock);
  /**
   * Authenticated if possible, so that the caller's own hold does not count as taken (ruling 7); without a valid
   * session it is a visitor's call.
   */
  const taken = createTakenSlots(async <Body>(request: AxiosRequestConfig) => {
    if (tokens.access() === null) return send<Body>(request);
    try {
      return await authenticatedRequest<Body>(request);
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return send<Body>(request);
      throw error;
    }
  });

  const list = async (city: string, signal?: AbortSignal) => {
    const { data } = await send<RoomsResponse>({
      url: paths.rooms,
      params: { city },
      ...(signal ? { signal } : {}),
    });
    return data;
  };

  return {
    clock,
    setClock: createSetClock(clock, async () => void (await list(CITIES[0]))),
    storage,
    session,
    gateway: lazyGateway(),
    account: createAccount(authenticatedRequest),
    recovery: createRecovery(send),
    registration: createRegistration(send, startSession),
    rooms: {
      list,
      taken,
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
        return data;
      },
    },
    bookings: createBookings(authenticatedRequest, clock),
    ...createBookingPage(authenticatedRequest),
    downloads: createDownloads(authenticatedRequest),
    enquiries: createEnquiries(send),
    blog: createBlog(send),
    connection,
    reportFailure(flow, error, isRestarted) {
      console.error(`The ${flow} flow failed and ${isRestarted ? 'is restarted' : 'stays down'}.`, error);
    },
  };
}
