import { fromCallback, fromPromise } from 'xstate';
import type { AuditResponse, Staff } from '../../contract/desk.ts';
import type { BlockOut } from '../../contract/blockOuts.ts';
import type { DayPlan } from '../../contract/dayPlan.ts';
import type { DeskBooking } from '../../contract/deskBooking.ts';
import { accountFormMachine, type FormEntry } from '../accountForm.ts';
import type { FormErrors } from '../formErrors.ts';
import type { LiveEvent } from '../events/live.ts';
import { defineFlow } from '../flow.ts';
import { liveMachine } from '../live.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { sendToFlow } from '../system.ts';
import { enquiryFlows } from './enquiryFlows.ts';
import { moneyFlows } from './moneyFlows.ts';
import { peopleFlows } from './peopleFlows.ts';
import { reportFlows } from './reportFlows.ts';
import { teamFlows } from './teamFlows.ts';
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
    noteArrival(entry: FormEntry): Promise<void>;
    noteText(entry: FormEntry): Promise<void>;
    cancel(entry: FormEntry): Promise<void>;
    move(entry: FormEntry): Promise<void>;
    bookForMember(entry: FormEntry): Promise<void>;
    block(entry: FormEntry): Promise<void>;
    unblock(entry: FormEntry): Promise<void>;
  };
  readonly rooms: {
    watch(date: string, emit: (event: LiveEvent) => void): () => void;
    watchActivity(emit: (event: LiveEvent) => void): () => void;
  };
}

const staffFlow = resourceFlow('staff', ['desk'], ({ desk }: Needs, _key, signal) => desk.me(signal));

/** The day plan; the key is its date. */
const dayPlanFlow = resourceFlow('dayPlan', ['desk'], ({ desk }: Needs, date, signal) =>
  desk.dayPlan(date, signal),
);

/** The open booking; the key is its id. */
const deskBookingFlow = resourceFlow('deskBooking', ['desk'], ({ desk }: Needs, id, signal) =>
  desk.booking(id, signal),
);

const blockOutsFlow = resourceFlow('blockOuts', ['desk'], ({ desk }: Needs, _key, signal) =>
  desk.blockOuts(signal),
);

/** A page of the audit; the key is the entry that it begins before, '' of the newest page. */
const auditFlow = resourceFlow('audit', ['desk'], ({ desk }: Needs, before, signal) =>
  desk.audit(before, signal),
);

/** The live connection of the shown day: what changes there reloads the plan. */
const deskLiveFlow = defineFlow({
  id: 'deskLive',
  machine: liveMachine.provide({
    actions: {
      refreshRoom: sendToFlow('dayPlan', { type: 'resource.refreshed' }),
      refreshAllRooms: sendToFlow('dayPlan', { type: 'resource.refreshed' }),
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

const missing = (entry: FormEntry, texts: Readonly<Record<string, string>>): FormErrors =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => (entry[field] ?? '').trim() === ''));

const reasonMissing = { reason: 'Say why: it is kept in the audit' };

interface DeskForm<Id extends string> {
  readonly id: Id;
  readonly call: keyof Needs['desk'] &
    ('noteArrival' | 'noteText' | 'cancel' | 'move' | 'bookForMember' | 'block' | 'unblock');
  readonly labels: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly doneText: string;
}

/** A form that changes something at the desk; the plan and the open booking are loaded again afterwards. */
const deskForm = <const Id extends string>({ id, call, labels, texts = {}, doneText }: DeskForm<Id>) =>
  defineFlow({
    id,
    machine: accountFormMachine(id, {
      labels,
      validate: (entry) => missing(entry, texts),
      doneText,
    }).provide({
      actions: {
        refreshMember: sendToFlow('dayPlan', { type: 'resource.refreshed' }),
        proceed: sendToFlow(id === 'block' || id === 'unblock' ? 'blockOuts' : 'deskBooking', {
          type: 'resource.refreshed',
        }),
      },
    }),
    needs: ['desk'],
    provide: (machine, { desk }: Needs) =>
      machine.provide({ actors: { send: fromPromise(({ input }) => desk[call](input.reveal())) } }),
    input: () => ({ isOpen: false }),
  });

/** The fields of a place in the plan, as the server names them. */
const place = { mid: 'Room', bdate: 'Date', stime: 'From', ctime: 'To' } as const;

/** The flows of the desk besides those that every page has. */
export const deskFlows = [
  staffFlow,
  dayPlanFlow,
  deskLiveFlow,
  deskBookingFlow,
  blockOutsFlow,
  auditFlow,
  deskForm({ id: 'arrival', call: 'noteArrival', labels: {}, doneText: 'Noted' }),
  deskForm({ id: 'note', call: 'noteText', labels: { note: 'Note' }, doneText: 'The note is saved' }),
  deskForm({
    id: 'deskCancel',
    call: 'cancel',
    labels: { refund: 'What comes back', reason: 'Reason' },
    texts: { refund: 'Enter what comes back, 0 for nothing', ...reasonMissing },
    doneText: 'The booking is cancelled',
  }),
  deskForm({
    id: 'deskMove',
    call: 'move',
    labels: { ...place, reason: 'Reason' },
    texts: { bdate: 'Enter the date', ...reasonMissing },
    doneText: 'The booking has moved',
  }),
  deskForm({
    id: 'walkIn',
    call: 'bookForMember',
    labels: { email: 'Email Address', ...place },
    texts: { email: 'Enter the email address of the member' },
    doneText: 'Booked with the points of the member',
  }),
  deskForm({
    id: 'block',
    call: 'block',
    labels: {
      room_id: 'Room',
      first_day: 'First day',
      last_day: 'Last day',
      start_time: 'From',
      end_time: 'To',
      reason: 'Reason',
    },
    texts: { first_day: 'Enter the first day', last_day: 'Enter the last day', ...reasonMissing },
    doneText: 'The times are blocked',
  }),
  deskForm({
    id: 'unblock',
    call: 'unblock',
    labels: { reason: 'Reason' },
    texts: reasonMissing,
    doneText: 'The times can be booked again',
  }),
  ...peopleFlows,
  ...moneyFlows,
  ...teamFlows,
  ...enquiryFlows,
  ...reportFlows,
  ...siteFlows,
] as const;
