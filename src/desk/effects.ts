import type { AuditResponse, StaffResponse } from '../../contract/desk.ts';
import type { BlockOutsResponse } from '../../contract/blockOuts.ts';
import type { DayPlanResponse } from '../../contract/dayPlan.ts';
import type { DeskBookingResponse } from '../../contract/deskBooking.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import type { DeskEffects } from '../../machines/effects.ts';
import { connection } from '../effects/connection.ts';
import { apiHost, createSend } from '../effects/http.ts';
import { createLiveSlots } from '../effects/liveSlots.ts';
import { watchActivity } from '../effects/pageActivity.ts';
import { createServerClock, type ServerClock } from '../effects/serverClock.ts';
import { createSession } from '../effects/session.ts';
import { createBlogDesk } from './blog/effects.ts';
import { createInbox } from './enquiries/effects.ts';
import { createEventDesk } from './events/effects.ts';
import { createDeskPayments } from './money/effects.ts';
import { createPeople } from './people/effects.ts';
import { createReports } from './reports/effects.ts';
import { policyEffects } from './policy/effects.ts';
import { createTeam } from './team/effects.ts';
import { createPictures } from './pictureEffects.ts';
import { roomEffects } from './roomEffects.ts';
import { withTimes } from './withTimes.ts';

/** The desk's effects: the real browser, the real API. */
export function createDeskEffects(): DeskEffects & { readonly clock: ServerClock } {
  const clock = createServerClock();
  const { effects: session, authenticatedRequest } = createSession(createSend(clock), clock);
  const read = async <Body extends { readonly data: unknown }>(
    url: string,
    signal: AbortSignal,
    params: object = {},
  ): Promise<Body['data']> => (await authenticatedRequest<Body>({ url, params, signal })).data;
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };

  return {
    clock,
    session,
    connection,
    rooms: { watch: createLiveSlots(apiHost), watchActivity },
    people: createPeople(authenticatedRequest),
    deskPayments: createDeskPayments(authenticatedRequest),
    team: createTeam(authenticatedRequest),
    inbox: createInbox(authenticatedRequest),
    reports: createReports(authenticatedRequest),
    pictures: createPictures(authenticatedRequest),
    blogDesk: createBlogDesk(authenticatedRequest),
    eventDesk: createEventDesk(authenticatedRequest),
    desk: {
      me: (signal) => read<StaffResponse>(deskPaths.staff, signal),
      dayPlan: (date, signal) => read<DayPlanResponse>(deskPaths.dayPlan, signal, { date }),
      booking: (booking_id, signal) => read<DeskBookingResponse>(deskPaths.booking, signal, { booking_id }),
      blockOuts: (signal) => read<BlockOutsResponse>(deskPaths.blockOuts, signal),
      audit: (before, signal) =>
        authenticatedRequest<AuditResponse>({
          url: deskPaths.audit,
          params: before === '' ? {} : { before },
          signal,
        }),
      recordArrival: post(deskPaths.arrival),
      saveNote: post(deskPaths.note),
      cancel: post(deskPaths.cancel),
      move: (entry) => post(deskPaths.move)(withTimes(entry)),
      bookForMember: (entry) => post(deskPaths.walkIn)(withTimes(entry)),
      block: post(deskPaths.makeBlockOut),
      unblock: post(deskPaths.removeBlockOut),
      fillBlock: post(deskPaths.fillBlockOut),
      ...roomEffects(read, post),
      ...policyEffects(read, post),
    },
    reportFailure(flow, error, isRestarted) {
      console.error(`The ${flow} flow failed and ${isRestarted ? 'is restarted' : 'stays down'}.`, error);
    },
  };
}
