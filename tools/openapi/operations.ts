import type { ErrorCode } from '../../contract/errors.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { PICTURE_TYPES } from '../../domain/rooms/pictures.ts';
import { paths } from '../../contract/paths.ts';

/** One group of operations, in the order of the reading page. */
export const tags = {
  Session: 'Signing in, renewing the access token, signing out.',
  Account: "Registration, confirming the email address, and managing the user's account.",
  Rooms: 'Meeting rooms and their availability.',
  Bookings: "Booking with points, the user's bookings, cancelling and moving.",
  Payments: 'Paying by card: order, confirmation, release.',
  Calendar: 'Calendar entries and the feed to subscribe to.',
  'Tax documents': 'Invoices, credit notes and the details that are printed on them.',
  Site: 'Blog, events and enquiries.',
  Desk: 'For staff: every call requires a role.',
  Operation: 'For operators: health and metrics.',
} as const;

/** Besides its schemas. */
export interface Operation {
  /** Its name in generated clients. */
  readonly id: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** Besides those that follow from the route (document.ts). */
  readonly errors?: readonly ErrorCode[];
  /** Media types of a body that is a file. */
  readonly consumes?: readonly string[];
  /** Media type of a response that is not JSON. */
  readonly produces?: string;
}

const bookingErrors = ['already-begun', 'called-off', 'not-paid', 'not-booked', 'not-found'] as const;
const slotErrors = ['slot-taken', 'already-booked', 'payment-under-way', 'not-found', 'blocked'] as const;
const paymentErrors = ['not-found', 'hold-over', 'called-off'] as const;

/** Every operation by method and path. A route without an entry fails the test of the document. */
export const operations: Record<string, Operation> = {
  [`POST ${paths.login}`]: {
    id: 'signIn',
    tag: 'Session',
    summary: 'Signs in with email address and password',
    errors: ['wrong-credentials', 'too-many-requests'],
  },
  [`POST ${paths.refresh}`]: {
    id: 'refreshSession',
    tag: 'Session',
    summary: 'Renews the access token and replaces the refresh token',
    errors: ['unauthenticated'],
  },
  [`POST ${paths.signOut}`]: {
    id: 'signOut',
    tag: 'Session',
    summary: 'Ends the session of a refresh token',
  },

  [`POST ${paths.register}`]: {
    id: 'register',
    tag: 'Account',
    summary: 'Creates an account and signs the user in',
    errors: ['email-taken', 'email-unconfirmed', 'too-many-requests'],
  },
  [`POST ${paths.confirmAddress}`]: {
    id: 'confirmAddress',
    tag: 'Account',
    summary: 'Confirms an email address by the link in an email',
    errors: ['link-over', 'wrong-password', 'earlier-account', 'last-owner', 'too-many-requests'],
  },
  [`POST ${paths.claimAccount}`]: {
    id: 'claimAccount',
    tag: 'Account',
    summary: 'Takes over an account that somebody else made with the address of the email',
    errors: ['link-over', 'too-many-requests'],
  },
  [`POST ${paths.disown}`]: {
    id: 'disown',
    tag: 'Account',
    summary: '"This was not me": ends the link of an email',
    errors: ['link-over', 'last-owner', 'too-many-requests'],
  },
  [`POST ${paths.resendConfirmation}`]: {
    id: 'sendConfirmationAgain',
    tag: 'Account',
    summary: 'Sends the confirmation email again',
    errors: ['too-many-requests'],
  },
  [`POST ${paths.forgotPassword}`]: {
    id: 'forgotPassword',
    tag: 'Account',
    summary: 'Sends a link to set a new password, to an address with an account',
    errors: ['too-many-requests'],
  },
  [`POST ${paths.readLink}`]: {
    id: 'readLink',
    tag: 'Account',
    summary: 'Returns what the link in an email does, without using it',
    errors: ['link-over', 'too-many-requests'],
  },
  [`POST ${paths.resetPassword}`]: {
    id: 'resetPassword',
    tag: 'Account',
    summary: 'Sets a new password by the link in an email and ends all sessions',
    errors: ['link-over', 'second-factor-needed', 'changed-meanwhile', 'too-many-requests'],
  },
  [`GET ${paths.memberDetails}`]: {
    id: 'memberDetails',
    tag: 'Account',
    summary: "The user's details and balance of points",
    errors: ['foreign-user'],
  },
  [`GET ${paths.points}`]: {
    id: 'points',
    tag: 'Account',
    summary: "The user's balance of Lit points and its ledger",
  },
  [`POST ${paths.updateDetails}`]: {
    id: 'updateDetails',
    tag: 'Account',
    summary: "Changes the user's name, phone, company and website",
  },
  [`POST ${paths.changePassword}`]: {
    id: 'changePassword',
    tag: 'Account',
    summary: 'Changes the password and ends all other sessions',
    errors: ['wrong-password', 'too-many-requests'],
  },
  [`POST ${paths.changeAddress}`]: {
    id: 'changeAddress',
    tag: 'Account',
    summary: 'Sends an email that confirms a new email address of the account',
    errors: ['wrong-password', 'too-many-requests'],
  },
  [`GET ${paths.devices}`]: { id: 'devices', tag: 'Account', summary: 'The devices that are signed in' },
  [`POST ${paths.signOutDevice}`]: {
    id: 'signOutDevice',
    tag: 'Account',
    summary: 'Signs one device out',
    errors: ['not-found'],
  },
  [`POST ${paths.signOutOthers}`]: {
    id: 'signOutOthers',
    tag: 'Account',
    summary: 'Signs all other devices out',
  },
  [`GET ${paths.exportData}`]: {
    id: 'exportData',
    tag: 'Account',
    summary: 'Everything that is stored about the user, as a file',
    errors: ['too-many-requests'],
  },
  [`POST ${paths.closeAccount}`]: {
    id: 'closeAccount',
    tag: 'Account',
    summary: 'Closes the account; bookings and tax documents are kept as the law requires',
    errors: ['wrong-password', 'bookings-ahead', 'last-owner', 'points-left', 'too-many-requests'],
  },
  [`POST ${paths.proveSecondFactor}`]: {
    id: 'proveSecondFactor',
    tag: 'Account',
    summary: 'Proves the second factor by a code, so that the session may change the account for 15 minutes',
    errors: ['changed-meanwhile', 'too-many-requests'],
  },

  [`GET ${paths.policyText}`]: {
    id: 'policyText',
    tag: 'Site',
    summary: 'The text of a policy, if an owner has saved one',
  },
  [`GET ${paths.rooms}`]: { id: 'rooms', tag: 'Rooms', summary: 'The meeting rooms of a city' },
  [`POST ${paths.takenSlots}`]: {
    id: 'takenSlots',
    tag: 'Rooms',
    summary: 'The slots of a room and date that the caller cannot book',
    errors: ['not-found'],
  },
  [`POST ${paths.takenSlotsOfRooms}`]: {
    id: 'takenSlotsOfRooms',
    tag: 'Rooms',
    summary: 'The taken slots of several rooms at once',
    errors: ['not-found'],
  },
  [`GET ${paths.roomWeek}`]: {
    id: 'roomWeek',
    tag: 'Rooms',
    summary: 'The taken slots of a room on seven days',
    errors: ['not-found'],
  },
  [`GET ${paths.searchRooms}`]: {
    id: 'searchRooms',
    tag: 'Rooms',
    summary: 'The rooms that are free at a time, or at another time of that date',
  },
  [`GET ${paths.liveSlots}`]: {
    id: 'liveSlots',
    tag: 'Rooms',
    summary: 'Server-sent events: a room whose availability on a date has changed',
    errors: ['too-many-requests'],
    produces: 'text/event-stream',
  },

  [`POST ${paths.book}`]: {
    id: 'bookWithPoints',
    tag: 'Bookings',
    summary: 'Books a room with points',
    errors: [...slotErrors, 'foreign-user', 'not-a-member', 'not-enough-points'],
  },
  [`GET ${paths.myBookings}`]: { id: 'myBookings', tag: 'Bookings', summary: "The user's bookings, by page" },
  [`GET ${paths.bookingDetails}`]: {
    id: 'bookingDetails',
    tag: 'Bookings',
    summary: "One of the user's bookings, with all details",
    errors: ['not-found'],
  },
  [`GET ${paths.cancelTerms}`]: {
    id: 'cancelTerms',
    tag: 'Bookings',
    summary: 'What cancelling a booking returns now',
    errors: bookingErrors,
  },
  [`POST ${paths.cancel}`]: {
    id: 'cancelBooking',
    tag: 'Bookings',
    summary: 'Cancels a booking on the terms that the user saw',
    errors: [...bookingErrors, 'terms-changed'],
  },
  [`GET ${paths.moveTerms}`]: {
    id: 'moveTerms',
    tag: 'Bookings',
    summary: 'What moving a booking to other times or another room costs now',
    errors: [...bookingErrors, ...slotErrors, 'too-late-to-move', 'same-times'],
  },
  [`POST ${paths.move}`]: {
    id: 'moveBooking',
    tag: 'Bookings',
    summary: 'Moves a booking, or opens the payment of the difference',
    errors: [
      ...bookingErrors,
      ...slotErrors,
      'too-late-to-move',
      'same-times',
      'terms-changed',
      'not-a-member',
      'not-enough-points',
      'too-many-holds',
      'unpaid-limit',
      'hold-over',
      'too-many-requests',
    ],
  },

  [`GET ${paths.series}`]: {
    id: 'seriesAtAGlance',
    tag: 'Bookings',
    summary: 'Which dates of a weekly or fortnightly series are free, and alternatives for the others',
    errors: ['not-found', 'too-many-requests'],
  },
  [`POST ${paths.bookSeries}`]: {
    id: 'bookSeries',
    tag: 'Bookings',
    summary: 'Books all dates of a series with points, or none',
    errors: [
      ...slotErrors,
      'foreign-user',
      'email-unconfirmed',
      'not-a-member',
      'not-enough-points',
      'hold-over',
      'called-off',
      'too-many-requests',
    ],
  },
  [`POST ${paths.createSeriesPayment}`]: {
    id: 'createSeriesPayment',
    tag: 'Payments',
    summary: 'Holds all dates of a series, or none, and opens one order for their price',
    errors: [
      ...slotErrors,
      'foreign-user',
      'email-unconfirmed',
      'price-changed',
      'too-many-holds',
      'unpaid-limit',
      'hold-over',
      'called-off',
      'too-many-requests',
    ],
  },
  [`GET ${paths.waitingList}`]: {
    id: 'waitingList',
    tag: 'Bookings',
    summary: 'The times that the user waits for',
  },
  [`POST ${paths.joinWaitingList}`]: {
    id: 'joinWaitingList',
    tag: 'Bookings',
    summary: 'Waits for times that are taken',
    errors: ['still-free', 'already-booked', 'too-many-waits', 'not-found', 'blocked', 'too-many-requests'],
  },
  [`POST ${paths.leaveWaitingList}`]: {
    id: 'leaveWaitingList',
    tag: 'Bookings',
    summary: 'Stops waiting for these times',
  },
  [`POST ${paths.readWaitingListLink}`]: {
    id: 'readWaitingListLink',
    tag: 'Bookings',
    summary: 'Returns the waiting list entry of the link in an email',
    errors: ['link-over', 'too-many-requests'],
  },
  [`POST ${paths.leaveWaitingListByLink}`]: {
    id: 'leaveWaitingListByLink',
    tag: 'Bookings',
    summary: 'Leaves the waiting list by the link in an email',
    errors: ['link-over', 'too-many-requests'],
  },

  [`POST ${paths.createPayment}`]: {
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Holds the slots and opens an order with the payment provider',
    errors: [
      ...slotErrors,
      'foreign-user',
      'price-changed',
      'too-many-holds',
      'unpaid-limit',
      'hold-over',
      'too-many-requests',
    ],
  },
  [`POST ${paths.completePayment}`]: {
    id: 'completePayment',
    tag: 'Payments',
    summary: 'Confirms a booking by the signed result of the checkout',
    errors: [...paymentErrors, 'payment-not-verified'],
  },
  [`POST ${paths.releasePayment}`]: {
    id: 'releasePayment',
    tag: 'Payments',
    summary: 'Asks the provider about a closed checkout and releases the slots if nothing was paid',
    errors: paymentErrors,
  },
  [`GET ${paths.paymentStatus}`]: {
    id: 'paymentStatus',
    tag: 'Payments',
    summary: 'Asks the provider about a payment and releases nothing',
    errors: paymentErrors,
  },
  [`POST ${paths.buyPoints}`]: {
    id: 'buyPoints',
    tag: 'Payments',
    summary: 'Opens an order for Lit points with the payment provider',
    errors: ['not-a-member', 'blocked', 'price-changed', 'too-many-requests', 'unavailable'],
  },
  [`POST ${paths.completePoints}`]: {
    id: 'completePoints',
    tag: 'Payments',
    summary: 'Adds the points after the checkout of the payment provider',
    errors: ['not-found', 'hold-over', 'payment-not-verified', 'unavailable'],
  },
  [`GET ${paths.pointPurchase}`]: {
    id: 'pointPurchase',
    tag: 'Payments',
    summary: 'Asks the provider for the status of an order for points',
    errors: ['not-found', 'hold-over', 'unavailable'],
  },
  [`POST ${paths.paymentWebhook}`]: {
    id: 'paymentWebhook',
    tag: 'Payments',
    summary: 'Receives the events of the payment provider, signed with its webhook secret',
    errors: ['payment-not-verified', 'bad-input'],
  },

  [`GET ${paths.calendar}`]: {
    id: 'calendarFile',
    tag: 'Calendar',
    summary: 'A booking as an iCalendar file',
    errors: ['not-found'],
    produces: 'text/calendar',
  },
  [`GET ${paths.calendarFeed}`]: {
    id: 'calendarFeed',
    tag: 'Calendar',
    summary: 'Whether the user has a calendar feed',
  },
  [`POST ${paths.calendarFeed}`]: {
    id: 'createCalendarFeed',
    tag: 'Calendar',
    summary: 'Creates a feed with a secret address and ends the previous one',
  },
  [`POST ${paths.revokeCalendarFeed}`]: {
    id: 'revokeCalendarFeed',
    tag: 'Calendar',
    summary: 'Ends the feed',
  },
  [`GET ${paths.calendarFeedFile(':secret')}`]: {
    id: 'calendarFeedFile',
    tag: 'Calendar',
    summary: 'The bookings of the user whose feed has this secret, for calendar programs',
    errors: ['not-found'],
    produces: 'text/calendar',
  },

  [`GET ${paths.billing}`]: {
    id: 'billingDetails',
    tag: 'Tax documents',
    summary: "The user's billing details",
  },
  [`POST ${paths.billing}`]: {
    id: 'saveBillingDetails',
    tag: 'Tax documents',
    summary: 'Saves company name, address, GSTIN and state for invoices',
  },
  [`GET ${paths.pastBookings}`]: {
    id: 'pastBookings',
    tag: 'Tax documents',
    summary: 'The past and cancelled bookings of a month, and the invoices and credit notes issued in it',
  },
  [`GET ${paths.bookingTaxDocuments}`]: {
    id: 'bookingTaxDocuments',
    tag: 'Tax documents',
    summary: 'The invoice and credit notes of a booking',
    errors: ['not-found'],
  },
  [`GET ${paths.taxDocument(':id')}`]: {
    id: 'taxDocument',
    tag: 'Tax documents',
    summary: 'Everything that is printed on an invoice or credit note',
    errors: ['not-found'],
  },
  [`GET ${paths.taxDocumentPdf(':id')}`]: {
    id: 'taxDocumentPdf',
    tag: 'Tax documents',
    summary: 'An invoice or credit note as PDF',
    errors: ['not-found', 'too-many-requests'],
    produces: 'application/pdf',
  },
  [`GET ${paths.taxDocumentPrint(':id')}`]: {
    id: 'taxDocumentPrint',
    tag: 'Tax documents',
    summary: 'An invoice or credit note as a page to print',
    errors: ['not-found', 'too-many-requests'],
    produces: 'text/html',
  },

  [`GET ${paths.blog}`]: {
    id: 'blogPosts',
    tag: 'Site',
    summary: 'A page of the blog',
    errors: ['not-found'],
  },
  [`GET ${paths.blogPost(':id')}`]: {
    id: 'blogPost',
    tag: 'Site',
    summary: 'A blog post with its text in Markdown',
    errors: ['not-found'],
  },
  [`GET ${paths.events}`]: {
    id: 'events',
    tag: 'Site',
    summary: 'A page of the events',
    errors: ['not-found'],
  },
  [`POST ${paths.enquire}`]: {
    id: 'enquire',
    tag: 'Site',
    summary: 'Sends an enquiry to the business',
    errors: ['too-many-requests'],
  },

  [`GET ${deskPaths.staff}`]: { id: 'staff', tag: 'Desk', summary: 'The staff member who is signed in' },
  [`GET ${deskPaths.roles}`]: { id: 'roles', tag: 'Desk', summary: 'All accounts that have a role' },
  [`POST ${deskPaths.giveRole}`]: {
    id: 'giveRole',
    tag: 'Desk',
    summary: 'Gives an account a role, or takes it away',
    errors: ['not-found', 'last-owner', 'email-unconfirmed'],
  },
  [`GET ${deskPaths.audit}`]: {
    id: 'audit',
    tag: 'Desk',
    summary: 'The changes by staff, newest first',
  },

  [`GET ${deskPaths.dayPlan}`]: {
    id: 'dayPlan',
    tag: 'Desk',
    summary: 'The bookings, holds and blocked times of all rooms on a date',
  },
  [`GET ${deskPaths.booking}`]: {
    id: 'deskBooking',
    tag: 'Desk',
    summary: 'A booking of any customer',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.arrival}`]: {
    id: 'recordArrival',
    tag: 'Desk',
    summary: 'Records whether the customer of a booking arrived',
    errors: ['not-found', 'not-booked', 'not-begun'],
  },
  [`POST ${deskPaths.note}`]: {
    id: 'writeNote',
    tag: 'Desk',
    summary: 'Adds a note about a booking',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.cancel}`]: {
    id: 'deskCancel',
    tag: 'Desk',
    summary: "Cancels a customer's booking, by its policy or by an exception",
    errors: ['not-found', 'not-booked', 'terms-changed', 'already-begun'],
  },
  [`POST ${deskPaths.move}`]: {
    id: 'deskMove',
    tag: 'Desk',
    summary: "Moves a customer's booking to other times of the same length, at the price that was paid",
    errors: ['not-found', 'not-booked', 'changed-meanwhile', 'same-times', 'slot-taken'],
  },
  [`POST ${deskPaths.walkIn}`]: {
    id: 'bookForMember',
    tag: 'Desk',
    summary: "Books with a member's points for a customer at the desk or on the phone",
    errors: ['email-unconfirmed', 'not-found', 'blocked', 'not-a-member', 'not-enough-points', 'slot-taken'],
  },
  [`GET ${deskPaths.blockOuts}`]: {
    id: 'blockOuts',
    tag: 'Desk',
    summary: 'The current and future block-outs',
  },
  [`POST ${deskPaths.makeBlockOut}`]: {
    id: 'makeBlockOut',
    tag: 'Desk',
    summary: 'Blocks times of one room or of all rooms',
    errors: ['not-found', 'in-the-way'],
  },
  [`POST ${deskPaths.fillBlockOut}`]: {
    id: 'fillBlockOut',
    tag: 'Desk',
    summary: 'Blocks the times of a block-out that have become free',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.removeBlockOut}`]: {
    id: 'removeBlockOut',
    tag: 'Desk',
    summary: 'Removes a block-out: its times can be booked again',
    errors: ['not-found'],
  },
  [`GET ${deskPaths.rooms}`]: {
    id: 'deskRooms',
    tag: 'Desk',
    summary: 'All rooms with their future prices, including archived rooms',
  },
  [`POST ${deskPaths.saveRoom}`]: {
    id: 'saveRoom',
    tag: 'Desk',
    summary: 'Adds a room, or changes all of its fields except the price',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.setPrice}`]: {
    id: 'setPrice',
    tag: 'Desk',
    summary: 'Sets the hourly price of a room for bookings that are made from a date on',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.removePrice}`]: {
    id: 'removePrice',
    tag: 'Desk',
    summary: 'Removes a price that is not in force yet',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.archiveRoom}`]: {
    id: 'archiveRoom',
    tag: 'Desk',
    summary: 'Takes a room off the site, where it keeps its bookings, or puts it back',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.orderRooms}`]: {
    id: 'orderRooms',
    tag: 'Desk',
    summary: 'Puts the rooms in an order',
    errors: ['changed-meanwhile'],
  },
  [`GET ${deskPaths.policy}`]: {
    id: 'cancellationPolicy',
    tag: 'Desk',
    summary: 'The cancellation policy for bookings that are made now, and those from later days on',
  },
  [`POST ${deskPaths.setPolicy}`]: {
    id: 'setCancellationPolicy',
    tag: 'Desk',
    summary: 'Sets the cancellation policy for bookings that are made from a date on',
    errors: ['changed-meanwhile'],
  },
  [`POST ${deskPaths.removePolicy}`]: {
    id: 'removeCancellationPolicy',
    tag: 'Desk',
    summary: 'Removes a cancellation policy that is not in force yet',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.business}`]: {
    id: 'deskBusiness',
    tag: 'Desk',
    summary: 'The details of the business, and the texts of its site',
  },
  [`POST ${deskPaths.saveBusiness}`]: {
    id: 'saveBusiness',
    tag: 'Desk',
    summary: 'Saves the details of the business, which everything public and new invoices name',
    errors: ['changed-meanwhile'],
  },
  [`POST ${deskPaths.savePolicyText}`]: {
    id: 'savePolicyText',
    tag: 'Desk',
    summary: 'Saves a text of the site, such as the terms',
    errors: ['changed-meanwhile'],
  },
  [`GET ${deskPaths.posts}`]: {
    id: 'deskPosts',
    tag: 'Desk',
    summary: 'All posts of the blog, including those that are not on the site',
  },
  [`GET ${deskPaths.post}`]: {
    id: 'deskPost',
    tag: 'Desk',
    summary: 'A post with its text in Markdown',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.savePost}`]: {
    id: 'savePost',
    tag: 'Desk',
    summary: 'Creates a draft, or changes the content of a post',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.publishPost}`]: {
    id: 'publishPost',
    tag: 'Desk',
    summary: 'Publishes a post, immediately or at a later time',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.unpublishPost}`]: {
    id: 'unpublishPost',
    tag: 'Desk',
    summary: 'Takes a post off the site',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.deletePost}`]: {
    id: 'deletePost',
    tag: 'Desk',
    summary: 'Deletes a draft that has never been on the site',
    errors: ['not-found', 'was-published', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.events}`]: { id: 'deskEvents', tag: 'Desk', summary: 'All events' },
  [`POST ${deskPaths.saveEvent}`]: {
    id: 'saveEvent',
    tag: 'Desk',
    summary: 'Adds an event, or changes one',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.removeEvent}`]: {
    id: 'removeEvent',
    tag: 'Desk',
    summary: 'Removes an event',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.addPicture}`]: {
    id: 'addPicture',
    tag: 'Desk',
    summary: 'Stores a picture of a room or post, in the widths and formats of the site',
    consumes: PICTURE_TYPES,
  },

  [`GET ${deskPaths.people}`]: {
    id: 'people',
    tag: 'Desk',
    summary: 'Finds accounts, bookings and invoices by name, address, phone or number',
  },
  [`GET ${deskPaths.person}`]: {
    id: 'person',
    tag: 'Desk',
    summary: 'An account with its bookings, tax documents and points',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.membership}`]: {
    id: 'setMembership',
    tag: 'Desk',
    summary: 'Starts, changes or ends a membership',
    errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
  },
  [`POST ${deskPaths.confirmAgain}`]: {
    id: 'confirmAgain',
    tag: 'Desk',
    summary: 'Sends the email again that lets the user of an account prove the address',
    errors: ['not-found', 'changed-meanwhile', 'no-recipient', 'too-many-requests'],
  },
  [`POST ${deskPaths.blockPerson}`]: {
    id: 'blockPerson',
    tag: 'Desk',
    summary: 'Blocks an account and ends its sessions, or unblocks it',
    errors: ['not-found', 'last-owner'],
  },
  [`POST ${deskPaths.grantPoints}`]: {
    id: 'grantPoints',
    tag: 'Desk',
    summary: 'Gives Lit points',
    errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
  },
  [`POST ${deskPaths.correctPoints}`]: {
    id: 'correctPoints',
    tag: 'Desk',
    summary: 'Corrects a balance of Lit points',
    errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
  },
  [`GET ${deskPaths.exportPoints}`]: {
    id: 'exportPoints',
    tag: 'Desk',
    summary: 'The points ledger of a period, as CSV',
    produces: 'text/csv',
  },
  [`POST ${deskPaths.beginFactor}`]: {
    id: 'beginFactor',
    tag: 'Desk',
    summary: "Creates a second factor for the user's account, to be confirmed",
    errors: ['changed-meanwhile'],
  },
  [`POST ${deskPaths.confirmFactor}`]: {
    id: 'confirmFactor',
    tag: 'Desk',
    summary: 'Confirms the new second factor with its first code',
    errors: ['changed-meanwhile', 'too-many-requests'],
  },
  [`POST ${deskPaths.proveFactor}`]: {
    id: 'proveFactor',
    tag: 'Desk',
    summary: 'Proves the second factor by a code, so that the session may work at the desk',
    errors: ['changed-meanwhile', 'too-many-requests'],
  },
  [`POST ${deskPaths.resetFactor}`]: {
    id: 'resetFactor',
    tag: 'Desk',
    summary: 'Removes the second factor of a staff member who has lost it',
    errors: ['not-found'],
  },
  [`GET ${deskPaths.enquiries}`]: { id: 'enquiries', tag: 'Desk', summary: 'The enquiries of a state' },
  [`GET ${deskPaths.enquiry}`]: {
    id: 'enquiry',
    tag: 'Desk',
    summary: 'An enquiry with its history',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.replyToEnquiry}`]: {
    id: 'replyToEnquiry',
    tag: 'Desk',
    summary: 'Answers an enquiry by an email',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.markEnquiry}`]: {
    id: 'markEnquiry',
    tag: 'Desk',
    summary: 'Takes an enquiry over or hands it back, closes or reopens it',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.report}`]: {
    id: 'report',
    tag: 'Desk',
    summary: 'Usage, revenue, points and cancellations of a period',
  },
  [`GET ${deskPaths.payments}`]: {
    id: 'receivedPayments',
    tag: 'Desk',
    summary: 'The latest payments of a period, and its totals by method',
  },
  [`GET ${deskPaths.reportFile}`]: {
    id: 'reportFile',
    tag: 'Desk',
    summary: 'A table of the report as CSV',
    produces: 'text/csv',
  },
  [`GET ${deskPaths.taxDocumentPdf}`]: {
    id: 'deskTaxDocumentPdf',
    tag: 'Desk',
    summary: 'Any invoice or credit note as PDF',
    produces: 'application/pdf',
    errors: ['not-found', 'too-many-requests'],
  },
  [`GET ${deskPaths.taxDocumentPrint}`]: {
    id: 'deskTaxDocumentPrint',
    tag: 'Desk',
    summary: 'Any invoice or credit note as a page to print',
    produces: 'text/html',
    errors: ['not-found', 'too-many-requests'],
  },
  [`GET ${deskPaths.monthDocument}`]: {
    id: 'monthDocument',
    tag: 'Desk',
    summary: 'How far the PDF files of the invoices and credit notes of a month are',
  },
  [`POST ${deskPaths.makeMonthDocument}`]: {
    id: 'makeMonthDocument',
    tag: 'Desk',
    summary: 'Has the invoices and credit notes of a month printed into PDF files',
    errors: ['not-found', 'too-many-requests', 'unavailable'],
  },
  [`GET ${deskPaths.monthDocumentFile}`]: {
    id: 'monthDocumentFile',
    tag: 'Desk',
    summary: 'A finished PDF file of the invoices and credit notes of a month',
    produces: 'application/pdf',
    errors: ['not-found', 'too-many-requests'],
  },
  [`POST ${deskPaths.sell}`]: {
    id: 'sellAtDesk',
    tag: 'Desk',
    summary: 'Books for a customer who pays in cash or by UPI at the desk',
    errors: [
      'not-found',
      'blocked',
      'email-unconfirmed',
      'price-changed',
      'slot-taken',
      'reference-used',
      'changed-meanwhile',
    ],
  },
  [`POST ${deskPaths.makeLink}`]: {
    id: 'makePaymentLink',
    tag: 'Desk',
    summary: 'Holds times for a caller and sends a payment link',
    errors: [
      'not-found',
      'blocked',
      'email-unconfirmed',
      'price-changed',
      'slot-taken',
      'hold-over',
      'too-many-requests',
      'unavailable',
    ],
  },
  [`POST ${deskPaths.withdrawLink}`]: {
    id: 'withdrawPaymentLink',
    tag: 'Desk',
    summary: 'Withdraws an unpaid payment link and releases the times',
    errors: ['not-found', 'changed-meanwhile', 'unavailable'],
  },
  [`POST ${deskPaths.resendEmails}`]: {
    id: 'resendEmails',
    tag: 'Desk',
    summary: 'Sends the emails about a booking again',
    errors: ['no-recipient', 'not-found', 'not-booked'],
  },
  [`GET ${deskPaths.money}`]: {
    id: 'deskMoney',
    tag: 'Desk',
    summary: 'Refunds, and payments without a booking',
  },
  [`GET ${deskPaths.provider}`]: {
    id: 'providerSays',
    tag: 'Desk',
    summary: 'The state of a payment at the payment provider',
    errors: ['not-found', 'unavailable'],
  },
  [`POST ${deskPaths.retryRefund}`]: {
    id: 'retryRefund',
    tag: 'Desk',
    summary: 'Retries a refund immediately',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.handBack}`]: {
    id: 'handBack',
    tag: 'Desk',
    summary: 'Records that a refund was paid out at the desk',
    errors: ['not-found', 'reference-used', 'changed-meanwhile'],
  },

  'GET /healthz': { id: 'isAlive', tag: 'Operation', summary: 'The process runs' },
  'GET /readyz': { id: 'isReady', tag: 'Operation', summary: 'The server can serve requests' },
};
