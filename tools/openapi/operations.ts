import type { ErrorCode } from '../../contract/errors.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import { PICTURE_TYPES } from '../../domain/pictures.ts';
import { paths } from '../../contract/paths.ts';

/** One group of operations, in the order of the reading page. */
export const tags = {
  Session: 'Signing in, renewing the access token, signing out.',
  Account: 'Registering, confirming the address, and what users do with their own account.',
  Rooms: 'Meeting rooms and their availability.',
  Bookings: 'Booking with points, the own bookings, cancelling and moving.',
  Payments: 'Paying by card: order, confirmation, release.',
  Calendar: 'Calendar entries and the feed to subscribe to.',
  Papers: 'Invoices, credit notes and what is printed on them.',
  Site: 'Blog, events and enquiries.',
  Desk: "The staff's side: every call asks for a role.",
  Operation: 'For operators: health and metrics.',
} as const;

/** What the document says about one operation beside its schemas. */
export interface Operation {
  /** The name of the operation in generated clients. */
  readonly id: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** The error codes of this operation beside those that follow from its kind (document.ts). */
  readonly errors?: readonly ErrorCode[];
  /** The media types of a body that is a file. */
  readonly consumes?: readonly string[];
  /** The media type of a response that is not JSON. */
  readonly produces?: string;
}

const changed = ['already-begun', 'called-off', 'not-paid', 'not-booked', 'not-found'] as const;
const taken = ['slot-taken', 'already-booked', 'payment-under-way', 'not-found', 'blocked'] as const;
const provider = ['not-found', 'hold-over', 'called-off'] as const;

/** Every operation by method and path. A route without an entry fails the test of the document. */
export const operations: Record<string, Operation> = {
  [`POST ${paths.login}`]: {
    id: 'signIn',
    tag: 'Session',
    summary: 'Signs in with e-mail address and password',
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
    summary: 'Makes an account and signs its user in',
    errors: ['email-taken', 'email-unconfirmed', 'too-many-requests'],
  },
  [`POST ${paths.confirmAddress}`]: {
    id: 'confirmAddress',
    tag: 'Account',
    summary: 'Confirms an e-mail address by the link of a letter',
    errors: ['link-over', 'wrong-password', 'email-taken', 'too-many-requests'],
  },
  [`POST ${paths.resendConfirmation}`]: {
    id: 'sendConfirmationAgain',
    tag: 'Account',
    summary: 'Sends the letter that confirms the address again',
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
    summary: 'Says what the link of a letter does, without using it',
    errors: ['link-over', 'too-many-requests'],
  },
  [`POST ${paths.resetPassword}`]: {
    id: 'resetPassword',
    tag: 'Account',
    summary: 'Sets a new password by the link of a letter and ends every session',
    errors: ['link-over', 'too-many-requests'],
  },
  [`GET ${paths.memberDetails}`]: {
    id: 'memberDetails',
    tag: 'Account',
    summary: 'The own details and balance of points',
    errors: ['foreign-user'],
  },
  [`GET ${paths.points}`]: {
    id: 'points',
    tag: 'Account',
    summary: 'The own balance of Lit points and its ledger',
  },
  [`POST ${paths.updateDetails}`]: {
    id: 'updateDetails',
    tag: 'Account',
    summary: 'Changes the own name, phone, company and website',
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
    summary: 'Asks to confirm another e-mail address for the account',
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
    summary: 'Closes the account; bookings and papers are kept as the law asks',
    errors: ['wrong-password', 'bookings-ahead', 'too-many-requests'],
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
    errors: [...taken, 'foreign-user', 'not-a-member', 'not-enough-points'],
  },
  [`GET ${paths.myBookings}`]: { id: 'myBookings', tag: 'Bookings', summary: 'The own bookings, by page' },
  [`GET ${paths.bookingDetails}`]: {
    id: 'bookingDetails',
    tag: 'Bookings',
    summary: 'One of the own bookings with everything about it',
    errors: ['not-found'],
  },
  [`GET ${paths.cancelTerms}`]: {
    id: 'cancelTerms',
    tag: 'Bookings',
    summary: 'What cancelling a booking returns now',
    errors: changed,
  },
  [`POST ${paths.cancel}`]: {
    id: 'cancelBooking',
    tag: 'Bookings',
    summary: 'Cancels a booking on the terms that the user saw',
    errors: [...changed, 'terms-changed'],
  },
  [`GET ${paths.moveTerms}`]: {
    id: 'moveTerms',
    tag: 'Bookings',
    summary: 'What moving a booking to other times or another room costs now',
    errors: [...changed, ...taken, 'too-late-to-move', 'same-times'],
  },
  [`POST ${paths.move}`]: {
    id: 'moveBooking',
    tag: 'Bookings',
    summary: 'Moves a booking, or opens the payment of the difference',
    errors: [
      ...changed,
      ...taken,
      'too-late-to-move',
      'same-times',
      'terms-changed',
      'not-enough-points',
      'too-many-holds',
      'hold-over',
      'too-many-requests',
    ],
  },

  [`GET ${paths.series}`]: {
    id: 'seriesAtAGlance',
    tag: 'Bookings',
    summary: 'Which dates of a weekly or fortnightly series are free, and what is free instead of the others',
    errors: ['not-found'],
  },
  [`POST ${paths.bookSeries}`]: {
    id: 'bookSeries',
    tag: 'Bookings',
    summary: 'Books all dates of a series with points, or none',
    errors: [
      ...taken,
      'foreign-user',
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
      ...taken,
      'foreign-user',
      'price-changed',
      'too-many-holds',
      'hold-over',
      'called-off',
      'too-many-requests',
    ],
  },
  [`GET ${paths.waitlist}`]: {
    id: 'waitlist',
    tag: 'Bookings',
    summary: 'The times that the user waits for',
  },
  [`POST ${paths.joinWaitlist}`]: {
    id: 'joinWaitlist',
    tag: 'Bookings',
    summary: 'Waits for times that are taken',
    errors: ['still-free', 'already-booked', 'too-many-waits', 'not-found', 'blocked', 'too-many-requests'],
  },
  [`POST ${paths.leaveWaitlist}`]: {
    id: 'leaveWaitlist',
    tag: 'Bookings',
    summary: 'Waits for these times no longer',
  },
  [`POST ${paths.readWaitlistLink}`]: {
    id: 'readWaitlistLink',
    tag: 'Bookings',
    summary: 'Says what the link of a letter about the waiting list is about',
    errors: ['link-over', 'too-many-requests'],
  },
  [`POST ${paths.leaveWaitlistByLink}`]: {
    id: 'leaveWaitlistByLink',
    tag: 'Bookings',
    summary: 'Leaves the waiting list by the link of a letter',
    errors: ['link-over', 'too-many-requests'],
  },

  [`POST ${paths.createPayment}`]: {
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Holds the slots and opens an order with the payment provider',
    errors: [...taken, 'foreign-user', 'price-changed', 'too-many-holds', 'hold-over', 'too-many-requests'],
  },
  [`POST ${paths.completePayment}`]: {
    id: 'completePayment',
    tag: 'Payments',
    summary: 'Confirms a booking by the signed result of the checkout',
    errors: [...provider, 'payment-not-verified'],
  },
  [`POST ${paths.releasePayment}`]: {
    id: 'releasePayment',
    tag: 'Payments',
    summary: 'Asks the provider about a closed checkout and releases the slots when nothing was paid',
    errors: provider,
  },
  [`GET ${paths.paymentStatus}`]: {
    id: 'paymentStatus',
    tag: 'Payments',
    summary: 'Asks the provider about a payment and releases nothing',
    errors: provider,
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
    summary: 'Gives the points after the checkout of the payment provider',
    errors: ['not-found', 'hold-over', 'payment-not-verified', 'unavailable'],
  },
  [`GET ${paths.pointPurchase}`]: {
    id: 'pointPurchase',
    tag: 'Payments',
    summary: 'Asks the provider what became of an order for points',
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
    summary: 'Makes a feed with a secret address; the one before ends',
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
    tag: 'Papers',
    summary: 'What the user wants on invoices',
  },
  [`POST ${paths.billing}`]: {
    id: 'saveBillingDetails',
    tag: 'Papers',
    summary: 'Saves company name, address, GSTIN and state for invoices',
  },
  [`GET ${paths.bookingPapers}`]: {
    id: 'bookingPapers',
    tag: 'Papers',
    summary: 'The invoice and credit notes of a booking',
    errors: ['not-found'],
  },
  [`GET ${paths.paper(':id')}`]: {
    id: 'paper',
    tag: 'Papers',
    summary: 'Everything that is printed on a paper',
    errors: ['not-found'],
  },
  [`GET ${paths.paperPdf(':id')}`]: {
    id: 'paperPdf',
    tag: 'Papers',
    summary: 'A paper as PDF',
    errors: ['not-found', 'too-many-requests'],
    produces: 'application/pdf',
  },
  [`GET ${paths.paperPrint(':id')}`]: {
    id: 'paperPrint',
    tag: 'Papers',
    summary: 'A paper as a page to print',
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

  [`GET ${deskPaths.staff}`]: { id: 'staff', tag: 'Desk', summary: 'Who is signed in at the desk' },
  [`GET ${deskPaths.roles}`]: { id: 'roles', tag: 'Desk', summary: 'Everybody who has a role' },
  [`POST ${deskPaths.giveRole}`]: {
    id: 'giveRole',
    tag: 'Desk',
    summary: 'Gives an account a role, or takes it away',
    errors: ['not-found', 'last-owner', 'email-unconfirmed'],
  },
  [`GET ${deskPaths.audit}`]: {
    id: 'audit',
    tag: 'Desk',
    summary: 'What the staff changed, the newest first',
  },

  [`GET ${deskPaths.dayPlan}`]: {
    id: 'dayPlan',
    tag: 'Desk',
    summary: 'Who has which room when, on a date',
  },
  [`GET ${deskPaths.booking}`]: {
    id: 'deskBooking',
    tag: 'Desk',
    summary: 'A booking of any customer',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.arrival}`]: {
    id: 'noteArrival',
    tag: 'Desk',
    summary: 'Notes that the people of a booking came, or did not',
    errors: ['not-found', 'not-booked', 'not-begun'],
  },
  [`POST ${deskPaths.note}`]: {
    id: 'writeNote',
    tag: 'Desk',
    summary: 'Writes a note about a booking',
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
    summary: "Books with a member's points for somebody who is here or on the phone",
    errors: ['not-found', 'blocked', 'not-a-member', 'not-enough-points', 'slot-taken'],
  },
  [`GET ${deskPaths.blockOuts}`]: {
    id: 'blockOuts',
    tag: 'Desk',
    summary: 'The block-outs that are not over',
  },
  [`POST ${deskPaths.makeBlockOut}`]: {
    id: 'makeBlockOut',
    tag: 'Desk',
    summary: 'Blocks times of a room or of the whole house',
    errors: ['not-found', 'in-the-way'],
  },
  [`POST ${deskPaths.fillBlockOut}`]: {
    id: 'fillBlockOut',
    tag: 'Desk',
    summary: 'Blocks what has become free of the times of a block-out',
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
    summary: 'All rooms with their prices to come, the archived ones too',
  },
  [`POST ${deskPaths.saveRoom}`]: {
    id: 'saveRoom',
    tag: 'Desk',
    summary: 'Adds a room, or changes all of its fields but the price',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.setPrice}`]: {
    id: 'setPrice',
    tag: 'Desk',
    summary: 'Sets what an hour of a room costs for bookings that are made from a date on',
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
    summary: 'What cancelling returns of bookings that are made now, and from later days on',
  },
  [`POST ${deskPaths.setPolicy}`]: {
    id: 'setCancellationPolicy',
    tag: 'Desk',
    summary: 'Sets what cancelling returns of bookings that are made from a date on',
    errors: ['changed-meanwhile'],
  },
  [`POST ${deskPaths.removePolicy}`]: {
    id: 'removeCancellationPolicy',
    tag: 'Desk',
    summary: 'Removes a cancellation policy that is not in force yet',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.posts}`]: {
    id: 'deskPosts',
    tag: 'Desk',
    summary: 'All posts of the blog, with those that are not on the site',
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
    summary: 'Writes a draft, or changes what a post says',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.publishPost}`]: {
    id: 'publishPost',
    tag: 'Desk',
    summary: 'Puts a post on the site, at once or from a time on',
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
    summary: 'Keeps a picture of a room or post, in the widths and formats of the site',
    consumes: PICTURE_TYPES,
  },

  [`GET ${deskPaths.people}`]: {
    id: 'people',
    tag: 'Desk',
    summary: 'Finds accounts by name, address or phone',
  },
  [`GET ${deskPaths.person}`]: {
    id: 'person',
    tag: 'Desk',
    summary: 'An account with its bookings, papers and points',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.membership}`]: {
    id: 'setMembership',
    tag: 'Desk',
    summary: 'Begins, changes or ends a membership',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.blockPerson}`]: {
    id: 'blockPerson',
    tag: 'Desk',
    summary: 'Blocks an account and ends its sessions, or unblocks it',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.grantPoints}`]: {
    id: 'grantPoints',
    tag: 'Desk',
    summary: 'Gives Lit points',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.correctPoints}`]: {
    id: 'correctPoints',
    tag: 'Desk',
    summary: 'Corrects a balance of Lit points',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.exportPoints}`]: {
    id: 'exportPoints',
    tag: 'Desk',
    summary: 'The ledger of points of a period, as CSV',
    produces: 'text/csv',
  },
  [`POST ${deskPaths.beginFactor}`]: {
    id: 'beginFactor',
    tag: 'Desk',
    summary: 'Makes a second factor of the own account, to be confirmed',
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
    summary: 'Shows a code of the second factor, so that the session may work at the desk',
    errors: ['changed-meanwhile', 'too-many-requests'],
  },
  [`POST ${deskPaths.resetFactor}`]: {
    id: 'resetFactor',
    tag: 'Desk',
    summary: 'Removes the second factor of somebody who has lost it',
    errors: ['not-found'],
  },
  [`GET ${deskPaths.enquiries}`]: { id: 'enquiries', tag: 'Desk', summary: 'The enquiries of a state' },
  [`GET ${deskPaths.enquiry}`]: {
    id: 'enquiry',
    tag: 'Desk',
    summary: 'An enquiry with what became of it',
    errors: ['not-found'],
  },
  [`POST ${deskPaths.replyToEnquiry}`]: {
    id: 'replyToEnquiry',
    tag: 'Desk',
    summary: 'Answers an enquiry by a letter',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.markEnquiry}`]: {
    id: 'markEnquiry',
    tag: 'Desk',
    summary: 'Takes an enquiry over or gives it up, closes it or opens it again',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`GET ${deskPaths.report}`]: {
    id: 'report',
    tag: 'Desk',
    summary: 'Use, revenue, points and cancellations of a period',
  },
  [`GET ${deskPaths.reportFile}`]: {
    id: 'reportFile',
    tag: 'Desk',
    summary: 'A table of the report as CSV',
    produces: 'text/csv',
  },
  [`GET ${deskPaths.paperPdf}`]: {
    id: 'deskPaperPdf',
    tag: 'Desk',
    summary: 'Any invoice or credit note as PDF',
    produces: 'application/pdf',
    errors: ['not-found', 'too-many-requests'],
  },
  [`GET ${deskPaths.papersOfMonth}`]: {
    id: 'papersOfMonth',
    tag: 'Desk',
    summary: 'All invoices and credit notes of a month in one PDF',
    produces: 'application/pdf',
    errors: ['not-found', 'too-many-requests', 'unavailable'],
  },
  [`POST ${deskPaths.sell}`]: {
    id: 'sellAtDesk',
    tag: 'Desk',
    summary: 'Books for somebody who pays in cash or by UPI at the desk',
    errors: ['not-found', 'blocked', 'price-changed', 'slot-taken', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.makeLink}`]: {
    id: 'makePaymentLink',
    tag: 'Desk',
    summary: 'Holds times for a caller, and sends a link of the payment provider to pay them',
    errors: [
      'not-found',
      'blocked',
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
    summary: 'Takes back a payment link that is not paid, and frees the times',
    errors: ['not-found', 'changed-meanwhile', 'unavailable'],
  },
  [`POST ${deskPaths.resendEmails}`]: {
    id: 'resendLetters',
    tag: 'Desk',
    summary: 'Sends the letters about a booking again',
    errors: ['not-found', 'not-booked'],
  },
  [`GET ${deskPaths.money}`]: {
    id: 'deskMoney',
    tag: 'Desk',
    summary: 'Refunds, and payments that paid nothing',
  },
  [`GET ${deskPaths.provider}`]: {
    id: 'providerSays',
    tag: 'Desk',
    summary: 'What the payment provider says about a payment',
    errors: ['not-found', 'unavailable'],
  },
  [`POST ${deskPaths.retryRefund}`]: {
    id: 'retryRefund',
    tag: 'Desk',
    summary: 'Tries a refund at once',
    errors: ['not-found', 'changed-meanwhile'],
  },
  [`POST ${deskPaths.handBack}`]: {
    id: 'handBack',
    tag: 'Desk',
    summary: 'Records that a refund was handed back at the desk',
    errors: ['not-found', 'changed-meanwhile'],
  },

  'GET /healthz': { id: 'isAlive', tag: 'Operation', summary: 'The process runs' },
  'GET /readyz': { id: 'isReady', tag: 'Operation', summary: 'The server can serve requests' },
};
