import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { CheckoutEvent } from './checkout/setup.ts';
import type { LiveEvent } from './live.ts';
import type { EnquiryEvent } from './enquiry.ts';
import type { NavigationEvent } from './navigation.ts';
import type { NotifierEvent, ShowToast } from './notifier.ts';
import type { ResourceEvent } from './resource.ts';
import type { RootEvent } from './rootSetup.ts';
import type { SearchEvent } from './search.ts';
import type { SessionEvent } from './sessionSetup.ts';
import type { SlotsEvent } from './slots.ts';

/** The actors that others may talk to, by system id, with what each understands. */
interface Addressees {
  root: RootEvent;
  notifier: NotifierEvent;
  navigation: NavigationEvent;
  session: SessionEvent;
  live: LiveEvent;
  search: SearchEvent;
  checkout: CheckoutEvent;
  enquiry: EnquiryEvent;
  contact: EnquiryEvent;
  rooms: ResourceEvent;
  member: ResourceEvent;
  bookings: ResourceEvent;
  [slots: `slots:${number}`]: SlotsEvent;
}

type Addressee<Id extends keyof Addressees> = ActorRef<Snapshot<unknown>, Addressees[Id] & { type: string }>;

/** The system id of the actor that owns a room's half-hours. */
export const slotsId = (roomId: number): `slots:${number}` => `slots:${roomId}`;

/** Who answers to a system id, typed by what it understands. */
export const actorIn = <Id extends keyof Addressees>(system: AnyActorRef['system'], id: Id): Addressee<Id> =>
  system.get(id) as Addressee<Id>;

/**
 * The addressee of a `sendTo`: `sendTo(to('notifier'), toast(…))`.
 * XState ignores what is sent to an actor that is not running, which is right here: nobody is there to care.
 */
export const to =
  <Id extends keyof Addressees>(id: Id) =>
  ({ system }: { system: AnyActorRef['system'] }): Addressee<Id> =>
    actorIn(system, id);

/** The event that shows a toast; see ShowToast for what each part means. */
export const toast = (
  tone: ShowToast['tone'],
  text: string,
  options: Pick<ShowToast, 'topic' | 'duration'> = {},
): ShowToast => ({ type: 'notifier.show', tone, text, ...options });
