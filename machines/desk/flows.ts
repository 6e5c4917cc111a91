import type * as api from '../../contract/desk/desk.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { BlockOut, DayPlan, DeskBooking, MoveProposal, ExceptedDay } from './plan/dayPlan.ts';
import { defineLiveFlow } from '../rooms/exports.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { dataChanged } from '../engine/topics.ts';
import { enquiryFlows } from './enquiryFlows.ts';
import { dateRequired, moneyFlows } from './money/moneyFlows.ts';
import { peopleFlows } from './peopleFlows.ts';
import { eventFlows } from './eventFlows.ts';
import { pictureFlows } from './pictures/pictureFlows.ts';
import { postFlows } from './postFlows.ts';
import { reportFlows } from './reportFlows.ts';
import { settlementFlows } from './money/settlementFlows.ts';
import { companyFlows } from './money/companyFlows.ts';
import { tillFlows } from './money/tillFlows.ts';
import { teamFlows } from './teamFlows.ts';
import { reasonRequired, staffForm } from './staffForm.ts';
import { businessFlows } from './businessFlows.ts';
import { policyFlows } from './policyFlows.ts';
import { siteFlows } from './roomFlows.ts';

/** The signed-in employee. */
export type Staff = CamelCased<api.Staff>;

/** The keys of `was` and `became` are names of fields on the server, those of `names` are ids. */
export type AuditEntry = Pick<api.AuditEntry, 'was' | 'became' | 'names'> &
  Omit<CamelCased<api.AuditEntry>, 'was' | 'became' | 'names'>;

type AuditPage = Omit<api.AuditResponse, 'data'> & { readonly data: readonly AuditEntry[] };

/** Promises reject with a Failure. */
interface Needs {
  readonly desk: {
    /** Rejects with 403 for an account that has no role. */
    me(signal: AbortSignal): Promise<Staff>;
    /** `date` is an IST date. */
    dayPlan(date: string, signal: AbortSignal): Promise<DayPlan>;
    booking(id: string, signal: AbortSignal): Promise<DeskBooking>;
    blockOuts(signal: AbortSignal): Promise<readonly BlockOut[]>;
    /** The bookings in the way of a block-out. */
    moveProposals(blockOutId: string, signal: AbortSignal): Promise<readonly MoveProposal[]>;
    /** `query`: the filter and the entry before which the page starts, as in the section's address. */
    audit(query: string, signal: AbortSignal): Promise<AuditPage>;
  };
}

const staffFlow = resourceFlow(
  'staff',
  { needs: ['desk'], shows: ['staff', 'business'] },
  ({ desk }: Needs, _key, signal) => desk.me(signal),
);

/**
 * The key is an IST date. The plan is loaded again every few seconds while a payment is open, because the
 * live connection has no event for a payment.
 */
const dayPlanFlow = resourceFlow(
  'dayPlan',
  { needs: ['desk'], shows: ['bookings', 'blockOuts', 'rooms'] },
  ({ desk }: Needs, date, signal) => desk.dayPlan(date, signal),
  ({ entries }) => entries.some(({ kind }) => kind === 'hold'),
);

/** The key is the booking's id. It is loaded again every few seconds while a payment is open. */
const deskBookingFlow = resourceFlow(
  'deskBooking',
  { needs: ['desk'], shows: ['bookings', 'money', 'invoices'] },
  ({ desk }: Needs, id, signal) => desk.booking(id, signal),
  ({ state, extension }) => state === 'held' || extension?.state === 'open',
);

/**
 * They are loaded again while they have conflicts or free slots, because other staff may move a conflict or
 * its customer may cancel it.
 */
const blockOutsFlow = resourceFlow(
  'blockOuts',
  {
    needs: ['desk'],
    shows: ['blockOuts', 'bookings'],
    editedBy: { editBlock: (blockOuts: readonly BlockOut[]) => blockOuts },
  },
  ({ desk }: Needs, _key, signal) => desk.blockOuts(signal),
  (blockOuts) => blockOuts.some((blockOut) => blockOut.inTheWay.length > 0 || blockOut.freeSlots > 0),
);

/** The key is the block-out's id. They are loaded again while there are any, because other bookings may take the proposed places. */
const moveProposalsFlow = resourceFlow(
  'moveProposals',
  { needs: ['desk'], shows: ['blockOuts', 'bookings'] },
  ({ desk }: Needs, blockOutId, signal) => desk.moveProposals(blockOutId, signal),
  (proposals) => proposals.length > 0,
);

/** The key is the filter, as in the section's address. */
const auditFlow = resourceFlow(
  'audit',
  { needs: ['desk'], shows: ['audit'] },
  ({ desk }: Needs, query, signal) => desk.audit(query, signal),
);

/** For the shown day. Its events do not say what has changed, so bookings and payments are loaded again. */
const deskLiveFlow = defineLiveFlow('deskLive', 'root', dataChanged('bookings', 'money'));

const blockOutLabels = {
  roomId: 'Room',
  firstDay: 'First day',
  lastDay: 'Last day',
  startTime: 'From',
  endTime: 'To',
  reason: 'Reason',
} as const;

const blockOutRequired = {
  roomId: 'Choose a room, or all rooms',
  firstDay: 'Enter the first day',
  lastDay: 'Enter the last day',
  ...reasonRequired,
} as const;

/** `startTime` and `endTime` are slot boundaries. */
const lengthLabels = { startTime: 'From', endTime: 'To' } as const;

const timeLabels = { roomId: 'Room', day: 'Date', start: 'From', end: 'To' } as const;

/** The flows that only the desk has. */
export const deskFlows = [
  staffFlow,
  dayPlanFlow,
  deskLiveFlow,
  deskBookingFlow,
  blockOutsFlow,
  moveProposalsFlow,
  auditFlow,
  staffForm({
    id: 'arrival',
    area: 'desk',
    call: 'recordArrival',
    doneText: 'Saved',
    changes: ['bookings'],
    isOpen: true,
  }),
  staffForm({
    id: 'note',
    area: 'desk',
    call: 'saveNote',
    labels: { note: 'Note' },
    required: { note: 'Write the note' },
    doneText: 'The note is saved',
    changes: ['bookings'],
  }),
  staffForm({
    id: 'deskCancel',
    area: 'desk',
    call: 'cancel',
    labels: { refund: 'Refund', reason: 'Reason' },
    required: { refund: 'Enter the refund, 0 for none', ...reasonRequired },
    doneText: 'The booking is cancelled',
    changes: ['bookings', 'money', 'points', 'invoices'],
  }),
  staffForm({
    id: 'deskMove',
    area: 'desk',
    call: 'move',
    labels: { ...timeLabels, reason: 'Reason' },
    required: { day: 'Enter the date', ...reasonRequired },
    doneText: 'The booking has been moved',
    changes: ['bookings', 'money', 'points', 'invoices'],
  }),
  staffForm({
    id: 'extend',
    area: 'desk',
    call: 'extend',
    labels: { ...lengthLabels, method: 'Paid', reference: 'Reference' },
    doneText: 'The booking is longer',
    changes: ['bookings', 'money', 'points', 'invoices'],
  }),
  staffForm({
    id: 'extendByLink',
    area: 'desk',
    call: 'extendByLink',
    labels: lengthLabels,
    doneText: 'The times are held, and the link is sent',
    changes: ['bookings', 'money'],
  }),
  staffForm({
    id: 'shorten',
    area: 'desk',
    call: 'shorten',
    labels: { ...lengthLabels, refund: 'Refund', reason: 'Reason' },
    required: { refund: 'Enter the refund, 0 for none', ...reasonRequired },
    doneText: 'The booking is shorter',
    changes: ['bookings', 'money', 'points', 'invoices'],
  }),
  staffForm({
    id: 'walkIn',
    area: 'desk',
    call: 'bookForMember',
    labels: { email: 'Customer', ...timeLabels, laterDates: 'Dates' },
    required: { day: dateRequired },
    validate: ({ userId = '', email = '' }) =>
      userId === '' && email.trim() === '' ? { email: 'Choose the member' } : {},
    doneText: 'Booked with the member’s points',
    isOpen: true,
    changes: ['bookings', 'points', 'invoices'],
  }),
  staffForm({
    id: 'block',
    area: 'desk',
    call: 'block',
    labels: blockOutLabels,
    required: blockOutRequired,
    doneText: 'The times are blocked',
    changes: ['blockOuts'],
  }),
  staffForm({
    id: 'editBlock',
    area: 'desk',
    call: 'editBlock',
    labels: blockOutLabels,
    required: blockOutRequired,
    doneText: 'The block is changed',
    changes: ['blockOuts'],
    // What is in the way changes independently of the form.
    edits: {
      resource: 'blockOuts',
      fieldsOf: ({ roomId, firstDay, lastDay, every, range, reason }: BlockOut) =>
        canonicalJson([roomId, firstDay, lastDay, every, range, reason]),
    },
  }),
  staffForm({
    id: 'exceptBlockDay',
    area: 'desk',
    call: 'exceptBlockDay',
    labels: { day: 'Day', reason: 'Reason' },
    required: { day: 'Choose the day', ...reasonRequired },
    doneText: 'The block is changed',
    record: {} as ExceptedDay,
    changes: ['blockOuts'],
  }),
  staffForm({
    id: 'unblock',
    area: 'desk',
    call: 'unblock',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The times can be booked again',
    record: {} as BlockOut,
    changes: ['blockOuts'],
  }),
  staffForm({
    id: 'moveFromBlockOut',
    area: 'desk',
    call: 'moveFromBlockOut',
    labels: { moves: 'Bookings', reason: 'Reason' },
    required: reasonRequired,
    validate: (entry) =>
      Object.keys(entry).some((field) => field.startsWith('move ')) ? {} : { moves: 'Choose a booking' },
    doneText: 'The bookings are moved, and the times are blocked',
    record: {} as BlockOut,
    changes: ['blockOuts', 'bookings'],
  }),
  staffForm({
    id: 'fillBlock',
    area: 'desk',
    call: 'fillBlock',
    doneText: 'The remaining times are blocked',
    changes: ['blockOuts'],
    isOpen: true,
  }),
  ...peopleFlows,
  ...moneyFlows,
  ...teamFlows,
  ...enquiryFlows,
  ...reportFlows,
  ...settlementFlows,
  ...tillFlows,
  ...companyFlows,
  ...siteFlows,
  ...policyFlows,
  ...businessFlows,
  ...pictureFlows,
  ...postFlows,
  ...eventFlows,
] as const;
