import type * as api from '../../contract/desk/people.ts';
import { MIN_CUSTOMER_SEARCH } from '../../domain/account/deskSearch.ts';
import type { AmountPaid } from '../../domain/money/cancellation.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import type { Ranged } from '../../domain/time/apiTimes.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

export type PersonInList = CamelCased<api.PersonInList>;

/** Whether the desk can book for an account: one that has lost its address may not belong to the customer. */
export const canBeCustomer = ({ email, identity }: Pick<PersonInList, 'email' | 'identity'>): boolean =>
  email !== '' || identity === 'phone-only';
/** `amount` is in paise. */
type InPaise<Value extends api.TaxDocumentInList> = Omit<CamelCased<Value>, 'amount'> & {
  readonly amount: number;
};
export type TaxDocumentInList = InPaise<api.TaxDocumentInList>;

/** With the state of a booking and without its former name. */
type WithState<Value extends api.BookingInList> = Omit<
  Ranged<Value>,
  'state' | 'status' | 'paidWith' | 'amount'
> & {
  readonly amount: AmountPaid;
  readonly state: NonNullable<Value['state']>;
};
export type BookingInList = WithState<api.BookingInList>;

type Found = api.PeopleResponse;
export type FoundPeople = Omit<CamelCased<Found>, 'bookings' | 'papers'> & {
  readonly papers?: readonly InPaise<NonNullable<Found['papers']>[number]>[];
  readonly bookings?: readonly WithState<NonNullable<Found['bookings']>[number]>[];
};

/** With the latest bookings, tax documents and changes of points. */
export type Person = Omit<CamelCased<api.Person>, 'bookings' | 'papers'> & {
  readonly papers: readonly TaxDocumentInList[];
  readonly bookings: readonly BookingInList[];
};

/** Promises reject with a Failure. */
interface Needs {
  readonly people: {
    /** The accounts whose name, company, email address or phone number contains the text. */
    find(search: string, signal: AbortSignal): Promise<FoundPeople>;
    person(id: string, signal: AbortSignal): Promise<Person>;
  };
}

/** The key is the text that the accounts contain. */
const peopleFlow = resourceFlow(
  'people',
  { needs: ['people'], shows: ['people'] },
  ({ people }: Needs, search, signal) => people.find(search, signal),
);

/** The customers to choose from in a form. The key is the typed text; a shorter one would find too many. */
const customersFlow = resourceFlow(
  'customers',
  { needs: ['people'], shows: ['people'] },
  async ({ people }: Needs, text, signal): Promise<FoundPeople> =>
    text.length < MIN_CUSTOMER_SEARCH ? { data: [], more: false } : people.find(text, signal),
);

/** The key is the account's id. */
const personFlow = resourceFlow(
  'person',
  { needs: ['people'], shows: ['people', 'points', 'bookings', 'companies'] },
  ({ people }: Needs, id, signal) => people.person(id, signal),
);

const pointsLabels = { points: 'Points', reason: 'Reason' };
const pointsRequired = { points: 'Enter the points', ...reasonRequired };

/** Customers' accounts, memberships and points. */
export const peopleFlows = [
  peopleFlow,
  customersFlow,
  personFlow,
  staffForm({
    id: 'membership',
    area: 'people',
    call: 'setMembership',
    labels: { monthlyPoints: 'Points per month', reason: 'Reason' },
    required: { monthlyPoints: 'Enter the points, 0 for none', ...reasonRequired },
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
    id: 'addAddress',
    area: 'people',
    call: 'addAddress',
    labels: { email: 'Email Address' },
    required: { email: 'Enter the email address' },
    doneText: 'The address is saved, and its customer can choose a password',
    changes: ['people', 'bookings'],
  }),
  staffForm({
    id: 'closePerson',
    area: 'people',
    call: 'closePerson',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The account is closed',
    changes: ['people'],
    leavesFor: { path: '/desk?view=people', after: 'sending' },
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
