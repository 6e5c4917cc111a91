import type { PeopleResponse, Person } from '../../contract/desk/people.ts';
import { resourceFlow } from '../engine/resourceFlow.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

/** The effects of the flows about customers' accounts. Promises reject with a Failure. */
interface Needs {
  readonly people: {
    /** The accounts whose name, company, email address or phone number contains a text. */
    find(search: string, signal: AbortSignal): Promise<PeopleResponse>;
    person(id: string, signal: AbortSignal): Promise<Person>;
  };
}

/** A list of accounts. The key is the text that they contain. */
const peopleFlow = resourceFlow(
  'people',
  { needs: ['people'], shows: ['people'] },
  ({ people }: Needs, search, signal) => people.find(search, signal),
);

/** The open account. The key is its id. */
const personFlow = resourceFlow(
  'person',
  { needs: ['people'], shows: ['people', 'points', 'bookings'] },
  ({ people }: Needs, id, signal) => people.person(id, signal),
);

const pointsLabels = { points: 'Points', reason: 'Reason' };
const pointsRequired = { points: 'Enter the points', ...reasonRequired };

/** Customers' accounts, memberships and points. */
export const peopleFlows = [
  peopleFlow,
  personFlow,
  staffForm({
    id: 'membership',
    area: 'people',
    call: 'setMembership',
    labels: { monthly_points: 'Points per month', reason: 'Reason' },
    required: { monthly_points: 'Enter the points, 0 for none', ...reasonRequired },
    doneText: 'The membership has been updated',
    changes: ['people', 'points'],
  }),
  staffForm({
    id: 'blockPerson',
    area: 'people',
    call: 'block',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The account has been updated',
    changes: ['people'],
  }),
  staffForm({
    id: 'confirmAgain',
    area: 'people',
    call: 'confirmAgain',
    doneText: 'The email will be sent again',
    changes: ['people'],
    isOpen: true,
  }),
  staffForm({
    id: 'grantPoints',
    area: 'people',
    call: 'grant',
    labels: pointsLabels,
    required: pointsRequired,
    doneText: 'The points have been granted',
    changes: ['people', 'points'],
  }),
  staffForm({
    id: 'correctPoints',
    area: 'people',
    call: 'correct',
    labels: pointsLabels,
    required: pointsRequired,
    doneText: 'The balance is corrected',
    changes: ['people', 'points'],
  }),
  staffForm({
    id: 'exportPoints',
    area: 'people',
    call: 'exportPoints',
    labels: { from: 'First day', to: 'Last day' },
    required: { from: 'Enter the first day', to: 'Enter the last day' },
    doneText: 'The ledger is in your downloads',
    changes: [],
    isOpen: true,
  }),
] as const;
