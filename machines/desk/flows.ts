import { enqueueActions, fromCallback } from 'xstate';
import type { AuditResponse, Staff } from '../../contract/desk.ts';
import type { BlockOut } from '../../contract/blockOuts.ts';
import type { DayPlan } from '../../contract/dayPlan.ts';
import type { DeskBooking } from '../../contract/deskBooking.ts';
import type { LiveEvent } from '../events/live.ts';
import { defineFlow } from '../flow.ts';
import { liveMachine } from '../live.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { sendToFlow } from '../system.ts';
import { enquiryFlows } from './enquiryFlows.ts';
import { moneyFlows } from './moneyFlows.ts';
import { peopleFlows } from './peopleFlows.ts';
import { eventFlows } from './eventFlows.ts';
import { pictureFlows } from './pictureFlows.ts';
import { postFlows } from './postFlows.ts';
import { reportFlows } from './reportFlows.ts';
import { teamFlows } from './teamFlows.ts';
import { reasonRequired, staffForm } from './staffForm.ts';
import { policyFlows } from './policyFlows.ts';
import { siteFlows } from './siteFlows.ts';

/** What the desk's flows need of the world. Promises reject with a Failure. */
interface Needs {
  readonly desk: {
    /** Who is signed in; rejects with 403 for somebody who does not work here. */
    me(signal: AbortSignal): Promise<Staff>;
    /** `date`: IST. */
    dayPlan(date: string, signal: AbortSignal): Promise<DayPlan>;
    booking(id: string, signal: AbortSignal): Promise<DeskBooking>;
    blockOuts(signal: AbortSignal): Promise<readonly BlockOut[]>;
    /** The audit before an entry; all of it with ''. */
    audit(before: string, signal: AbortSignal): Promise<AuditResponse>;
  };
  readonly rooms: {
    watch(date: string, emit: (event: LiveEvent) => void): () => void;
    watchActivity(emit: (event: LiveEvent) => void): () => void;
  };
}

const staffFlow = resourceFlow('staff', ['desk'], ({ desk }: Needs, _key, signal) => desk.me(signal));

/** The day plan; the key is its date. A payment frees no slots, so the live connection does not tell of it. */
const dayPlanFlow = resourceFlow(
  'dayPlan',
  ['desk'],
  ({ desk }: Needs, date, signal) => desk.dayPlan(date, signal),
  ({ entries }) => entries.some(({ kind }) => kind === 'hold'),
);

/** The open booking; the key is its id. */
const deskBookingFlow = resourceFlow(
  'deskBooking',
  ['desk'],
  ({ desk }: Needs, id, signal) => desk.booking(id, signal),
  ({ status }) => status === 'held',
);

/** The block-outs. What is in the way of one is moved elsewhere in the desk, and its customer may cancel it. */
const blockOutsFlow = resourceFlow(
  'blockOuts',
  ['desk'],
  ({ desk }: Needs, _key, signal) => desk.blockOuts(signal),
  (blockOuts) => blockOuts.some((blockOut) => blockOut.in_the_way.length > 0 || blockOut.free_slots > 0),
);

/** A page of the audit; the key is the entry that it begins before, '' of the newest page. */
const auditFlow = resourceFlow('audit', ['desk'], ({ desk }: Needs, before, signal) =>
  desk.audit(before, signal),
);

const refreshed = { type: 'resource.refreshed' } as const;

/** The live connection of the shown day: what changes there reloads the plan, and the booking that is open. */
const deskLiveFlow = defineFlow({
  id: 'deskLive',
  machine: liveMachine.provide({
    actions: {
      refreshRoom: enqueueActions(({ enqueue }) => {
        enqueue(sendToFlow('dayPlan', refreshed));
        enqueue(sendToFlow('deskBooking', refreshed));
      }),
      refreshAllRooms: enqueueActions(({ enqueue }) => {
        enqueue(sendToFlow('dayPlan', refreshed));
        enqueue(sendToFlow('deskBooking', refreshed));
      }),
    },
  }),
  needs: ['rooms'],
  provide: (machine, { rooms }: Needs) =>
    machine.provide({
      actors: {
        watchSlots: fromCallback(({ input, sendBack }) => rooms.watch(input.date, sendBack)),
        watchActivity: fromCallback(({ sendBack }) => rooms.watchActivity(sendBack)),
      },
    }),
  input: () => ({ date: null }),
});

/** The fields of a place in the plan, as the server names them. */
const timeLabels = { mid: 'Room', bdate: 'Date', stime: 'From', ctime: 'To' } as const;

/** The flows of the desk besides those that every page has. */
export const deskFlows = [
  staffFlow,
  dayPlanFlow,
  deskLiveFlow,
  deskBookingFlow,
  blockOutsFlow,
  auditFlow,
  staffForm({
    id: 'arrival',
    area: 'desk',
    call: 'recordArrival',
    doneText: 'Noted',
    changes: ['dayPlan', 'deskBooking'],
  }),
  staffForm({
    id: 'note',
    area: 'desk',
    call: 'saveNote',
    labels: { note: 'Note' },
    doneText: 'The note is saved',
    changes: ['dayPlan', 'deskBooking'],
  }),
  staffForm({
    id: 'deskCancel',
    area: 'desk',
    call: 'cancel',
    labels: { refund: 'What comes back', reason: 'Reason' },
    required: { refund: 'Enter what comes back, 0 for nothing', ...reasonRequired },
    doneText: 'The booking is cancelled',
    changes: ['dayPlan', 'deskBooking'],
  }),
  staffForm({
    id: 'deskMove',
    area: 'desk',
    call: 'move',
    labels: { ...timeLabels, reason: 'Reason' },
    required: { bdate: 'Enter the date', ...reasonRequired },
    doneText: 'The booking has moved',
    changes: ['dayPlan', 'deskBooking'],
  }),
  staffForm({
    id: 'walkIn',
    area: 'desk',
    call: 'bookForMember',
    labels: { email: 'Email Address', ...timeLabels },
    required: { email: 'Enter the email address of the member' },
    doneText: 'Booked with the points of the member',
    changes: ['dayPlan', 'deskBooking'],
  }),
  staffForm({
    id: 'block',
    area: 'desk',
    call: 'block',
    labels: {
      room_id: 'Room',
      first_day: 'First day',
      last_day: 'Last day',
      start_time: 'From',
      end_time: 'To',
      reason: 'Reason',
    },
    required: { first_day: 'Enter the first day', last_day: 'Enter the last day', ...reasonRequired },
    doneText: 'The times are blocked',
    changes: ['dayPlan', 'blockOuts'],
  }),
  staffForm({
    id: 'unblock',
    area: 'desk',
    call: 'unblock',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The times can be booked again',
    changes: ['dayPlan', 'blockOuts'],
  }),
  staffForm({
    id: 'fillBlock',
    area: 'desk',
    call: 'fillBlock',
    doneText: 'The rest is blocked',
    changes: ['blockOuts', 'dayPlan'],
    isOpen: true,
  }),
  ...peopleFlows,
  ...moneyFlows,
  ...teamFlows,
  ...enquiryFlows,
  ...reportFlows,
  ...siteFlows,
  ...policyFlows,
  ...pictureFlows,
  ...postFlows,
  ...eventFlows,
] as const;
