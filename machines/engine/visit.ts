import type { BlogPost } from '../../contract/content/blog.ts';
import type { ShownBusiness } from '../../domain/content/business.ts';
import type { PolicyText } from '../../domain/content/policyTexts.ts';
import type { Room } from '../../domain/rooms/room.ts';
import type { AnyActorRef } from 'xstate';
import type { Clock } from './clock.ts';
import type { PersistedRegistration } from '../account/registration/form.ts';
import type { PersistedCheckout } from '../checkout/events.ts';
import type { PostList } from '../content/blog/events.ts';
import type { EnquiryFields, EnquiryVariant } from '../content/enquiry/fields.ts';
import type { InitialResource } from './resourceEvents.ts';
import type { PersistedSearch } from '../rooms/search/events.ts';
import type { PersistedSlots } from '../rooms/slots/events.ts';
import type { WaitedTimes } from '../bookings/waitingList/events.ts';

/** The state that the browser keeps over a reload. */
export interface PersistedState {
  readonly search: PersistedSearch | null;
  readonly checkout: PersistedCheckout | null;
  readonly enquiries: Readonly<Partial<Record<EnquiryVariant, EnquiryFields | null>>>;
  readonly registration: PersistedRegistration | null;
  /** By room id. */
  readonly slots: Readonly<Record<number, PersistedSlots>>;
  /** The waiting-list request that is sent once the visitor has signed in. */
  readonly wait: WaitedTimes | null;
}

/**
 * The persisted state without what a person has typed about himself: it must not be shown to the next user of the browser. The
 * search and the chosen slots say nothing about a person. An open payment is shown only to its owner, and a waiting-list
 * request must outlast an expired session.
 */
export const withoutPersonalData = (persisted: PersistedState): PersistedState => ({
  ...persisted,
  enquiries: {},
  registration: null,
});

/** The initial data of a prerendered page, by flow. */
export interface InitialData {
  readonly rooms?: InitialResource<readonly Room[]>;
  readonly blog?: PostList;
  readonly post?: InitialResource<BlogPost>;
  readonly policyText?: InitialResource<PolicyText>;
  /** The lowest price of an hour in paise, which the home page names; absent while there are no rooms. */
  readonly lowestPrice?: number;
  /** The business that the page names; absent while it is that of the build. */
  readonly business?: ShownBusiness;
}

/** The values from which a flow's input is made. */
export interface Visit {
  readonly clock: Clock;
  readonly persisted: PersistedState;
  readonly initialData: InitialData;
  /** The flows that are already running. */
  readonly system: AnyActorRef['system'];
}

export const noPersistedState: PersistedState = {
  search: null,
  checkout: null,
  enquiries: {},
  registration: null,
  slots: {},
  wait: null,
};
