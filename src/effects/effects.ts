import type { AxiosRequestConfig } from 'axios';
import type { MemberDetailsResponse } from '../../contract/member.ts';
import { paths } from '../../contract/paths.ts';
import type { RoomsResponse } from '../../contract/rooms.ts';
import { CITIES } from '../../domain/validation.ts';
import type { Effects } from '../../machines/effects.ts';
import { Failure } from '../../machines/failure.ts';
import { createBlog } from './blog.ts';
import { createEnquiries } from './enquiries.ts';
import { connection } from './connection.ts';
import { lazyEffects } from './lazyEffects.ts';
import { lazyGateway } from './lazyGateway.ts';
import { apiHost, createSend } from './http.ts';
import { createLiveSlots } from './liveSlots.ts';
import { storage } from './storage.ts';
import { watchActivity } from './pageActivity.ts';
import { createServerClock, createSetClock, type ServerClock } from './serverClock.ts';
import { createSession } from './session.ts';
import { tokens } from './tokens.ts';

/** Only pages with rooms show when they are free. */
const loadAvailability = () => import('./availability.ts');

/** The composition root's effects: the real browser, the real API. */
export function createEffects(): Effects & { readonly clock: ServerClock } {
  const clock = createServerClock();
  const send = createSend(clock);
  const { effects: session, authenticatedRequest, startSession } = createSession(send, clock);
  /**
   * Authenticated if possible, so that the caller's own hold does not count as taken (ruling 7); without a valid
   * session it is a visitor's call.
   */
  const asCaller = async <Body>(request: AxiosRequestConfig): Promise<Body> => {
    if (tokens.access() === null) return send<Body>(request);
    try {
      return await authenticatedRequest<Body>(request);
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return send<Body>(request);
      throw error;
    }
  };

  const availability = lazyEffects(async () => (await loadAvailability()).createAvailability(asCaller));
  const { taken, search, week } = availability('availability');
  const list = async (city: string, signal?: AbortSignal) => {
    const { data } = await send<RoomsResponse>({
      url: paths.rooms,
      params: { city },
      ...(signal ? { signal } : {}),
    });
    return data;
  };

  const accounts = lazyEffects(async () =>
    (await import('./accounts.ts')).createAccounts(send, authenticatedRequest, startSession),
  );
  const own = lazyEffects(async () =>
    (await import('./ownBookings.ts')).createOwnBookings(send, authenticatedRequest, asCaller, clock),
  );

  return {
    clock,
    setClock: createSetClock(clock, async () => void (await list(CITIES[0]))),
    storage,
    session,
    gateway: lazyGateway(),
    account: accounts('account'),
    recovery: accounts('recovery'),
    registration: accounts('registration'),
    rooms: {
      async list(city, signal) {
        // Beside the API client, which the first call loads: what is asked next then costs no round trip more.
        void loadAvailability().catch(() => undefined);
        return list(city, signal);
      },
      taken,
      search,
      week,
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
    bookings: own('bookings'),
    booking: own('booking'),
    papers: own('papers'),
    cancellation: own('cancellation'),
    downloads: own('downloads'),
    moves: own('moves'),
    enquiries: createEnquiries(send),
    billing: own('billing'),
    calendarFeed: own('calendarFeed'),
    waitlist: own('waitlist'),
    waits: own('waits'),
    series: own('series'),
    buyPoints: own('buyPoints'),
    blog: createBlog(send),
    connection,
    reportFailure(flow, error, isRestarted) {
      console.error(`The ${flow} flow failed and ${isRestarted ? 'is restarted' : 'stays down'}.`, error);
    },
  };
}
