import { vi } from 'vitest';
import { builtBusiness } from '../../domain/content/business.ts';
import { NO_POLICY_TEXT, POLICY_NAMES } from '../../domain/content/policyTexts.ts';
import { Redacted } from '../../domain/text/redacted.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { DeskBusiness } from '../../machines/desk/businessFlows.ts';
import type { DeskEffects } from '../../machines/effects.ts';
import { liveSession, mockEffects } from './startApp.ts';

export const DESK_DAY = '2025-11-25';

/** An employee is signed in, lists are empty, and every change succeeds. */
export function mockDeskEffects() {
  const { clock, session, connection, rooms, reportFailure } = mockEffects();
  session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const call = () => vi.fn<DeskEffects['desk']['cancel']>(async () => undefined);
  return {
    clock,
    session,
    connection,
    rooms,
    reportFailure,
    inbox: {
      list: vi.fn<DeskEffects['inbox']['list']>(async () => ({
        data: [],
        more: false,
        counts: { new: 0, answered: 0, closed: 0 },
      })),
      enquiry: vi.fn<DeskEffects['inbox']['enquiry']>(() => Promise.reject(new Failure(404, 'not-found'))),
      reply: call(),
      mark: call(),
    },
    pictures: {
      upload: vi.fn<DeskEffects['pictures']['upload']>(async ({ file }) => `/images/uploaded/${file?.name}`),
    },
    blogDesk: {
      posts: vi.fn<DeskEffects['blogDesk']['posts']>(async () => []),
      post: vi.fn<DeskEffects['blogDesk']['post']>(() => Promise.reject(new Failure(404, 'not-found'))),
      save: call(),
      publish: call(),
      unpublish: call(),
      remove: call(),
    },
    eventDesk: {
      events: vi.fn<DeskEffects['eventDesk']['events']>(async () => []),
      save: call(),
      remove: call(),
    },
    reports: {
      report: vi.fn<DeskEffects['reports']['report']>(() => Promise.reject(new Failure(404, 'not-found'))),
      payments: vi.fn<DeskEffects['reports']['payments']>(async () => ({
        payments: [],
        totals: [],
        rooms: [],
      })),
      documents: vi.fn<DeskEffects['reports']['documents']>(async (month) => ({
        month,
        issued: 0,
        document: null,
      })),
      taxDocuments: vi.fn<DeskEffects['reports']['taxDocuments']>(async () => ({
        documents: [],
        next: null,
      })),
      makeDocuments: call(),
      saveArchive: call(),
      saveFile: call(),
      saveTaxDocuments: call(),
    },
    companies: {
      companies: vi.fn<DeskEffects['companies']['companies']>(async () => []),
      company: vi.fn<DeskEffects['companies']['company']>(() =>
        Promise.reject(new Failure(404, 'not-found')),
      ),
      save: call(),
      addMember: call(),
      removeMember: call(),
      recordTransfer: call(),
      removeTransfer: call(),
      invoice: call(),
    },
    till: {
      tills: vi.fn<DeskEffects['till']['tills']>(async () => ({ tills: [], closes: [] })),
      close: call(),
    },
    settlements: {
      settlements: vi.fn<DeskEffects['settlements']['settlements']>(async () => ({
        settlements: [],
        differences: [],
        more: false,
        explained: [],
        reports: [],
      })),
      upload: vi.fn<DeskEffects['settlements']['upload']>(async () => undefined),
      explain: call(),
    },
    team: {
      colleagues: vi.fn<DeskEffects['team']['colleagues']>(async () => []),
      invitations: vi.fn<DeskEffects['team']['invitations']>(async () => []),
      invite: call(),
      sendInvitation: call(),
      withdrawInvitation: call(),
      beginFactor: vi.fn<DeskEffects['team']['beginFactor']>(
        async () => new Redacted({ key: 'A', uri: 'otpauth://', recoveryCodes: ['b'] }),
      ),
      giveRole: call(),
      resetFactor: call(),
      confirmFactor: call(),
      proveFactor: call(),
    },
    deskPayments: {
      money: vi.fn<DeskEffects['deskPayments']['money']>(async () => ({
        requests: [],
        refunds: [],
        disputes: [],
        payments: [],
      })),
      provider: vi.fn<DeskEffects['deskPayments']['provider']>(() =>
        Promise.reject(new Failure(404, 'not-found')),
      ),
      makeLink: vi.fn<DeskEffects['deskPayments']['makeLink']>(async () => undefined),
      withdrawLink: vi.fn<DeskEffects['deskPayments']['withdrawLink']>(async () => undefined),
      saleDates: vi.fn<DeskEffects['deskPayments']['saleDates']>(async () => []),
      sell: call(),
      resendEmails: call(),
      retryRefund: call(),
      handBack: call(),
      refundLimits: vi.fn<DeskEffects['deskPayments']['refundLimits']>(async () => ({
        staff: 50_000,
        manager: 500_000,
        version: 0,
      })),
      makeRefund: call(),
      confirmRefund: call(),
      correctInvoice: call(),
      declineRefund: call(),
      saveRefundLimits: call(),
    },
    people: {
      find: vi.fn<DeskEffects['people']['find']>(async () => ({ data: [], more: false })),
      person: vi.fn<DeskEffects['people']['person']>(() => Promise.reject(new Failure(404, 'not-found'))),
      setMembership: call(),
      confirmAgain: call(),
      addAddress: call(),
      closePerson: call(),
      block: call(),
      grant: call(),
      correct: call(),
      exportPoints: call(),
    },
    desk: {
      me: vi.fn<DeskEffects['desk']['me']>(async () => ({
        id: 'd',
        name: 'Divya',
        role: 'staff',
        secondFactor: false,
      })),
      dayPlan: vi.fn<DeskEffects['desk']['dayPlan']>(async (date) => ({
        date,
        rooms: [],
        entries: [],
        buffers: [],
      })),
      booking: vi.fn<DeskEffects['desk']['booking']>(() => Promise.reject(new Failure(404, 'not-found'))),
      blockOuts: vi.fn<DeskEffects['desk']['blockOuts']>(async () => []),
      audit: vi.fn<DeskEffects['desk']['audit']>(async () => ({ data: [], next: null })),
      moveProposals: vi.fn<DeskEffects['desk']['moveProposals']>(async () => []),
      moveFromBlockOut: call(),
      recordArrival: call(),
      saveNote: call(),
      cancel: call(),
      move: call(),
      extend: call(),
      extendByLink: call(),
      shorten: call(),
      bookForMember: call(),
      block: call(),
      editBlock: call(),
      exceptBlockDay: call(),
      unblock: call(),
      fillBlock: call(),
      rooms: vi.fn<DeskEffects['desk']['rooms']>(async () => []),
      saveRoom: call(),
      setPrice: call(),
      removePrice: call(),
      setRates: call(),
      removeRates: call(),
      archiveRoom: call(),
      orderRooms: call(),
      policy: vi.fn<DeskEffects['desk']['policy']>(async () => ({ version: 0, policies: [] })),
      setPolicy: call(),
      removePolicy: call(),
      setup: vi.fn<DeskEffects['desk']['setup']>(async () => []),
      business: vi.fn<DeskEffects['desk']['business']>(async () => ({
        details: { ...builtBusiness, version: 0 },
        texts: Object.fromEntries(
          POLICY_NAMES.map((name) => [name, { ...NO_POLICY_TEXT, version: 0 }]),
        ) as DeskBusiness['texts'],
      })),
      saveBusiness: call(),
      savePolicyText: call(),
    },
  } satisfies DeskEffects;
}
