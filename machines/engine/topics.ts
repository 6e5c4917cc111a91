/**
 * What data of the server is about. A flow that shows data declares its topics, and a change declares the
 * topics that it touches: the root then notifies every flow that shows one of them, which loads its data
 * again. No flow names another flow whose data it has changed.
 */
export type Topic =
  /** The signed-in user's own details. */
  | 'account'
  | 'audit'
  /** Which slots are taken. */
  | 'availability'
  /** The user's details for invoices. */
  | 'billing'
  | 'blockOuts'
  /** The details of the business, and the texts of its site. */
  | 'business'
  /** Whether the user's calendar feed exists, and since when. */
  | 'calendarFeed'
  /** Bookings with their times, status, notes, moves and cancellations. */
  | 'bookings'
  /** The files of the invoices of a month. */
  | 'documents'
  | 'devices'
  | 'enquiries'
  | 'events'
  /** Invoices and credit notes. */
  | 'invoices'
  /** Payments and refunds. */
  | 'money'
  /** Customers' accounts. */
  | 'people'
  /** Balances of points and their ledgers. */
  | 'points'
  | 'policy'
  /** The post that is open at the desk. A deleted post is not loaded again. */
  | 'post'
  /** The list of the blog's posts. */
  | 'posts'
  | 'rooms'
  /** The provider's settlements and what differs from them. */
  | 'settlements'
  /** Companies with an account, and what is open. */
  | 'companies'
  /** What clerks have taken since their last count, and the counts. */
  | 'tills'
  /** Colleagues, their roles and their second factors. */
  | 'staff'
  | 'waitingList';

/** Data about these topics is no longer current. */
export interface DataChanged {
  readonly type: 'data.changed';
  readonly topics: readonly Topic[];
}

/** A successful change sends it to the root. */
export const dataChanged = (...topics: readonly Topic[]): DataChanged => ({ type: 'data.changed', topics });

/** The root sends it to each flow that shows one of the topics: its data must be loaded again. */
export interface DataOutdated {
  readonly type: 'data.outdated';
}
