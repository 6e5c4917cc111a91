import type { StaffResponse } from '../../../contract/desk/desk.ts';
import type { MoveProposalsResponse } from '../../../contract/desk/blockOutMoves.ts';
import type { BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import { connection } from '../../app/effects/connection.ts';
import { apiHost, createSend } from '../../app/effects/http.ts';
import { createLiveSlots } from '../../rooms/effects/liveSlots.ts';
import { watchActivity } from '../../app/effects/pageActivity.ts';
import { createServerClock, type ServerClock } from '../../app/effects/serverClock.ts';
import { createSession } from '../../account/effects/session.ts';
import { createBusinessEffects } from '../business/effects.ts';
import { createBlogEffects } from '../posts/effects.ts';
import { createEnquiryEffects } from '../enquiries/effects.ts';
import { createEventEffects } from '../events/effects.ts';
import { createMoneyEffects } from '../money/effects.ts';
import { createPeopleEffects } from '../people/effects.ts';
import { createReportEffects } from '../reports/effects.ts';
import { createPolicyEffects } from '../policy/effects.ts';
import { createSettlementEffects } from '../settlements/effects.ts';
import { createCompanyEffects } from '../companies/effects.ts';
import { createTillEffects } from '../till/effects.ts';
import { createTeamEffects } from '../team/effects.ts';
import { createPictureEffects } from '../pictures/effects.ts';
import { createRoomEffects } from '../rooms/effects.ts';
import { createAuditEffects } from '../audit/effects.ts';
import {
  blockOutOf,
  blockOutRequestOf,
  dayPlanOf,
  deskBookingOf,
  moveFromBlockOutRequestOf,
  moveProposalOf,
} from '../plan/effects.ts';
import { bookingRequestOf, repeatedRequestOf, timedRequestOf } from './requests.ts';

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
  const postEntry = (url: string) => (entry: FormEntry) => post(url)(snakeCased(entry));

  return {
    clock,
    session,
    connection,
    rooms: { watch: createLiveSlots(apiHost), watchActivity },
    people: createPeopleEffects(authenticatedRequest),
    deskPayments: createMoneyEffects(authenticatedRequest),
    team: createTeamEffects(authenticatedRequest),
    inbox: createEnquiryEffects(authenticatedRequest),
    reports: createReportEffects(authenticatedRequest),
    companies: createCompanyEffects(authenticatedRequest),
    till: createTillEffects(authenticatedRequest),
    settlements: createSettlementEffects(authenticatedRequest),
    pictures: createPictureEffects(authenticatedRequest),
    blogDesk: createBlogEffects(authenticatedRequest),
    eventDesk: createEventEffects(authenticatedRequest),
    desk: {
      me: async (signal) => camelCased(await read<StaffResponse>(deskPaths.staff, signal)),
      dayPlan: async (date, signal) =>
        dayPlanOf(await read<DayPlanResponse>(deskPaths.dayPlan, signal, { date })),
      booking: async (booking_id, signal) =>
        deskBookingOf(await read<DeskBookingResponse>(deskPaths.booking, signal, { booking_id })),
      blockOuts: async (signal) =>
        (await read<BlockOutsResponse>(deskPaths.blockOuts, signal)).map(blockOutOf),
      moveProposals: async (id, signal) =>
        (await read<MoveProposalsResponse>(deskPaths.moveProposals, signal, { id })).map(moveProposalOf),
      moveFromBlockOut: (entry) => post(deskPaths.moveFromBlockOut)(moveFromBlockOutRequestOf(entry)),
      recordArrival: postEntry(deskPaths.arrival),
      saveNote: postEntry(deskPaths.note),
      cancel: postEntry(deskPaths.cancel),
      move: (entry) => post(deskPaths.move)(bookingRequestOf(entry)),
      extend: (entry) => post(deskPaths.extend)(timedRequestOf(entry)),
      extendByLink: (entry) => post(deskPaths.extendByLink)(timedRequestOf(entry)),
      shorten: (entry) => post(deskPaths.shorten)(timedRequestOf(entry)),
      bookForMember: (entry) => post(deskPaths.walkIn)(repeatedRequestOf(entry)),
      block: (entry) => post(deskPaths.makeBlockOut)(blockOutRequestOf(entry)),
      editBlock: (entry) => post(deskPaths.editBlockOut)(blockOutRequestOf(entry)),
      exceptBlockDay: postEntry(deskPaths.exceptBlockOutDay),
      unblock: postEntry(deskPaths.removeBlockOut),
      fillBlock: postEntry(deskPaths.fillBlockOut),
      ...createAuditEffects(authenticatedRequest),
      ...createRoomEffects(read, post),
      ...createPolicyEffects(read, post),
      ...createBusinessEffects(read, post),
    },
    reportFailure(flow, error, isRestarted) {
      console.error(`The ${flow} flow failed and ${isRestarted ? 'is restarted' : 'stays down'}.`, error);
    },
  };
}
