import { readdirSync, readFileSync } from 'node:fs';
import { sql, type Insertable, type Updateable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import openApi from '../../../contract/openapi.json';
import type { SentPaymentLink } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { placeholderAddress } from '../../../domain/account/accountIdentity.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';
import { MAX_HOLDS, MAX_UNPAID_SLOTS_PER_DAY } from '../../../domain/bookings/holds.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import type { BookingTable, RoomTable, Tx, UserTable } from '../../../server/platform/database/schema.ts';
import type { PaymentGateway } from '../../../server/payments/provider/gateway.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { lockUserForHold } from '../../../server/checkout/holdLimit.ts';
import { changePoints } from '../../../server/ledger/ledger.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookSeries, createSeries, THREE_DATES } from '../bookingSeries.ts';
import { beginMove, bookByCard, cancel, fetchCancelTerms, fetchMoveTerms, move } from '../cancelling.ts';
import { createUsers } from '../createUsers.ts';
import { joinCompany } from '../joinCompany.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { settled } from '../settled.ts';
import {
  costOf,
  create,
  dataOf,
  DAY,
  MORNING,
  release,
  ROOM,
  type CreatedPayment,
} from '../startPayments.ts';
import { fetchWaitingList, joinWaitingList, runWaitingListJobs } from '../waitingListUsers.ts';

/*
 * The rules of booking at every door (docs/decisions/0113-booking-rules.md). A route or a function that books, moves
 * or takes money and is not in these tables fails the first two tests.
 */

const rules = [
  'blocked',
  'membership ended',
  'archived',
  'hours closed',
  'closed account',
  'points spent',
  'hold limit',
  'unpaid limit',
  'too short',
] as const;
type Rule = (typeof rules)[number];

type OfEach<Rules extends readonly Rule[]> = { readonly [Nth in keyof Rules]: string };
/** Under each rule, in their order: 'done', an error code, or the reason of a refund. A missing cell is a type error. */
type Outcomes = OfEach<typeof rules>;

/** At the door. */
let user: SignedIn;
let desk: SignedIn;

withFreshPayments();
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  [user] = (await createUsers(server, 1)) as [SignedIn];
  // A series needs a confirmed address.
  await server.database
    .updateTable('app_user')
    .set({ email_confirmed_at: new Date(server.clock.now) })
    .where('id', '=', user.user_id)
    .execute();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.database
    .updateTable('room')
    .set({ archived_at: null, min_slots: 1 })
    .where('id', '=', ROOM)
    .execute();
});

/** What the desk or the user does meanwhile, with the locks that their calls take. */
async function applyIn(tx: Tx, rule: Rule): Promise<void> {
  await sql`select from app_user where id = ${user.user_id} for update`.execute(tx);
  await sql`select from room where id = ${ROOM} for update`.execute(tx);
  const account = (values: Updateable<UserTable>) =>
    tx.updateTable('app_user').set(values).where('id', '=', user.user_id).execute();
  const room = (values: Updateable<RoomTable>) =>
    tx.updateTable('room').set(values).where('id', '=', ROOM).execute();
  if (rule === 'blocked') await account({ is_blocked: true });
  if (rule === 'membership ended') await account({ is_member: false });
  if (rule === 'closed account')
    await account({
      email: placeholderAddress(user.user_id),
      is_blocked: true,
      is_member: false,
      closed_at: new Date(server.clock.now),
    });
  if (rule === 'archived') await room({ archived_at: new Date(server.clock.now) });
  // Open from 14:00 to 16:00: every booking of these tests is earlier or later.
  if (rule === 'hours closed') await room({ opens: Array(7).fill(28), closes: Array(7).fill(32) });
  if (rule === 'too short') await room({ min_slots: SLOTS_PER_DAY });
  if (rule === 'points spent') {
    const { half_points } = await tx
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', user.user_id)
      .executeTakeFirstOrThrow();
    await changePoints(tx, user.user_id, -half_points, {
      kind: 'correction',
      at: server.clock.now,
      reason: 'a test',
    });
  }
  // The maximum number of holds, at times that no test books; and more unpaid slots on one day than are allowed.
  if (rule === 'hold limit') await insertHolds(tx, MAX_HOLDS, { status: 'held', end_slot: 1 });
  if (rule === 'unpaid limit') {
    const holds = 1 + MAX_UNPAID_SLOTS_PER_DAY / SLOTS_PER_DAY;
    await insertHolds(tx, holds, { status: 'expired', end_slot: SLOTS_PER_DAY, held_from: '203.0.113.9' });
  }
}

async function insertHolds(
  tx: Tx,
  count: number,
  values: Pick<Insertable<BookingTable>, 'status' | 'end_slot' | 'held_from'>,
): Promise<void> {
  const isLive = values.status === 'held';
  const hold: Omit<Insertable<BookingTable>, 'day'> = {
    user_id: user.user_id,
    room_id: ROOM,
    start_slot: 0,
    paid_with: 'card',
    total_paise: 100,
    created_at: new Date(server.clock.now),
    hold_expires_at: new Date(server.clock.now + (isLive ? 600_000 : -1000)),
    ...values,
  };
  await lockUserForHold(tx, user.user_id);
  await tx
    .insertInto('booking')
    .values(Array.from({ length: count }, (_, nth) => ({ ...hold, day: addDays(DAY, 5 + nth) })))
    .execute();
}

const apply = (rule: Rule): Promise<void> => inTransaction(server.database, (tx) => applyIn(tx, rule));

const outcomeOf = ({ status, body }: ApiResponse): string =>
  status === 200 ? 'done' : (body as ErrorBody).error.code;

const email = async () =>
  (
    await server.database
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', user.user_id)
      .executeTakeFirstOrThrow()
  ).email;

const HOUR_RANGE: SlotRange = { start: 20, end: 22 };
const callDesk = (path: string, fields: object) =>
  post<{ data: { booking_id: string } } & ErrorBody>(server, path, { ...fields }, { token: desk.access });
const desksFields = async () => ({
  email: await email(),
  mid: ROOM,
  bdate: DAY,
  ...bookingTimes(HOUR_RANGE),
});
const userJoinsCompany = () =>
  joinCompany(server.database, [user.user_id], server.clock.now, { name: `Company of ${user.user_id}` });
const callOnAccount = () =>
  post<{ data: { booking_id: string } } & ErrorBody>(
    server,
    paths.bookOnAccount,
    { ...bookingFields(user, ROOM, DAY, MORNING), amount: costOf(MORNING), currency: 'INR' },
    { token: user.access },
  );
const book = (range: SlotRange = MORNING) =>
  post<{ data: { booking_id: string } } & ErrorBody>(
    server,
    paths.book,
    bookingFields(user, ROOM, DAY, range),
    { token: user.access },
  );
const buy = () =>
  post<{ data: { id: string; amount: number } } & ErrorBody>(
    server,
    paths.buyPoints,
    { points: 10, amount: '7080.00' },
    { token: user.access },
  );

/** Moves a booking of the user with the terms that are shown before the rule changes. */
async function moveWith(bookingId: string, range: SlotRange, change: () => Promise<void>) {
  const to = { day: DAY, range };
  const { sequence, difference } = dataOf(await fetchMoveTerms(server, bookingId, to, user));
  await change();
  return outcomeOf(await move(server, bookingId, to, { sequence, difference }, user));
}

/** A door without preparation: the rule changes, and then the call is made. */
const afterChange =
  (call: () => Promise<ApiResponse>): Door['go'] =>
  async (change) => {
    await change();
    return outcomeOf(await call());
  };

interface Door {
  readonly outcomes: Outcomes;
  /** Prepares the door, lets the rule change with `change`, and goes through the door. */
  readonly go: (change: () => Promise<void>) => Promise<string>;
}

/** The rules about points and holds do not count, nor does the length. */
const ANY = ['done', 'done', 'done', 'done'] as const;
/** The rules about points and holds do not count. */
const ANY_HOLDS = ['done', 'done', 'done', 'bad-input'] as const;
const NO_POINTS: Outcomes = [
  ...(['blocked', 'not-a-member', 'not-found', 'bad-input', 'blocked'] as const),
  ...(['not-enough-points', 'done', 'done', 'bad-input'] as const),
];
const OF_A_CARD = ['blocked', 'done', 'not-found', 'bad-input', 'blocked'] as const;
const WITHOUT_HOLD: Outcomes = [...OF_A_CARD, ...ANY_HOLDS];
const BY_CARD: Outcomes = [...OF_A_CARD, 'done', 'too-many-holds', 'unpaid-limit', 'bad-input'];
const LATE: Outcomes = ['account-blocked', 'done', 'room-archived', 'hours-closed', 'account-closed', ...ANY];
const IN_TIME: Outcomes = ['account-blocked', 'done', 'done', 'done', 'account-closed', ...ANY];
/** The business's own holds do not count as unpaid times. */
const OFFER: Outcomes = ['over', 'offered', 'over', 'over', 'over', 'offered', 'waiting', 'offered', 'over'];

const paidBooking = async (range: SlotRange = MORNING) => (await bookByCard(server, DAY, range, user)).id;
const accountBooking = async () => {
  await userJoinsCompany();
  return dataOf(await callOnAccount()).booking_id;
};
const pointsBooking = async () => dataOf(await book()).booking_id;

const doors: Record<string, Door> = {
  'by card': {
    outcomes: BY_CARD,
    go: afterChange(() => create(server, MORNING, { user })),
  },
  'on account': {
    outcomes: WITHOUT_HOLD,
    go: async (change) => {
      await userJoinsCompany();
      await change();
      return outcomeOf(await callOnAccount());
    },
  },
  'with points': { outcomes: NO_POINTS, go: afterChange(() => book()) },
  'a series by card': {
    outcomes: BY_CARD,
    go: afterChange(() => createSeries(server, THREE_DATES, { user })),
  },
  'a series with points': {
    outcomes: NO_POINTS,
    go: afterChange(() => bookSeries(server, THREE_DATES, user)),
  },
  'a move by card at the same price': {
    outcomes: WITHOUT_HOLD,
    go: async (change) => moveWith(await paidBooking(), { start: 34, end: 37 }, change),
  },
  'a dearer move by card': {
    outcomes: BY_CARD,
    go: async (change) => moveWith(await paidBooking(), { start: 34, end: 38 }, change),
  },
  'a dearer move on account': {
    outcomes: WITHOUT_HOLD,
    go: async (change) => moveWith(await accountBooking(), { start: 34, end: 38 }, change),
  },
  'a longer move with points': {
    outcomes: NO_POINTS,
    go: async (change) => moveWith(await pointsBooking(), { start: 34, end: 38 }, change),
  },
  'shortening a booking': {
    // The own times need no other rule about the room.
    outcomes: ['blocked', 'done', 'done', 'done', 'blocked', ...ANY_HOLDS],
    go: async (change) => moveWith(await paidBooking(), { start: 20, end: 22 }, change),
  },
  'cancelling a booking': {
    outcomes: ['done', 'done', 'done', 'done', 'done', ...ANY],
    go: async (change) => {
      const id = await paidBooking();
      const { refund } = dataOf(await fetchCancelTerms(server, id, user));
      await change();
      return outcomeOf(await cancel(server, id, refund, user));
    },
  },
  'joining the waiting list': {
    outcomes: WITHOUT_HOLD,
    go: async (change) => {
      await bookByCard(server, DAY, MORNING);
      await change();
      return outcomeOf(await joinWaitingList(server, user));
    },
  },
  'an offer of the waiting list': {
    outcomes: OFFER,
    go: async (change) => {
      const { id } = await bookByCard(server, DAY, MORNING);
      dataOf(await joinWaitingList(server, user));
      const { refund } = dataOf(await fetchCancelTerms(server, id));
      dataOf(await cancel(server, id, refund));
      await change();
      await runWaitingListJobs(server);
      return waitingListState();
    },
  },
  'an offer that is held again after its checkout was left': {
    outcomes: OFFER,
    go: async (change) => {
      const { id } = await bookByCard(server, DAY, MORNING);
      dataOf(await joinWaitingList(server, user));
      const { refund } = dataOf(await fetchCancelTerms(server, id));
      dataOf(await cancel(server, id, refund));
      await runWaitingListJobs(server);
      dataOf(await release(server, dataOf(await create(server, MORNING, { user })), user));
      await change();
      await runWaitingListJobs(server);
      return waitingListState();
    },
  },
  'buying points': {
    outcomes: ['blocked', 'not-a-member', 'done', 'done', 'unauthenticated', ...ANY],
    go: afterChange(() => buy()),
  },
  'a sale at the desk': {
    // The address of a closed account is free; the demo call names no new customer.
    outcomes: ['blocked', 'done', 'not-found', 'done', 'not-found', ...ANY_HOLDS],
    go: async (change) => {
      const fields = { ...(await desksFields()), method: 'cash', amount: costOf(HOUR_RANGE) };
      await change();
      return outcomeOf(await callDesk(deskPaths.sell, fields));
    },
  },
  'a payment link': {
    outcomes: ['blocked', 'done', 'not-found', 'done', 'not-found', ...ANY_HOLDS],
    go: async (change) => {
      const fields = { ...(await desksFields()), amount: costOf(HOUR_RANGE) };
      await change();
      return outcomeOf(await callDesk(deskPaths.makeLink, fields));
    },
  },
  'a booking for a member at the desk': {
    outcomes: [
      ...(['blocked', 'not-a-member', 'not-found', 'done', 'not-found'] as const),
      ...(['not-enough-points', 'done', 'done', 'bad-input'] as const),
    ],
    go: async (change) => {
      const fields = await desksFields();
      await change();
      return outcomeOf(await callDesk(deskPaths.walkIn, fields));
    },
  },
  'a move by the desk in the same room': {
    outcomes: ['done', 'done', 'done', 'done', 'done', ...ANY],
    go: async (change) => {
      const booking_id = await paidBooking(HOUR_RANGE);
      await change();
      const times = bookingTimes({ start: 24, end: 26 });
      const fields = { booking_id, sequence: 0, mid: ROOM, bdate: DAY, ...times, reason: 'The projector' };
      return outcomeOf(await callDesk(deskPaths.move, fields));
    },
  },
  'an extension by the desk': {
    outcomes: ['blocked', 'done', 'not-found', 'bad-input', 'blocked', ...ANY],
    go: async (change) => {
      const booking_id = await paidBooking(HOUR_RANGE);
      await change();
      return outcomeOf(await callDesk(deskPaths.extend, { ...extensionOf(booking_id), method: 'cash' }));
    },
  },
  'an extension by a payment link': {
    outcomes: ['blocked', 'done', 'not-found', 'bad-input', 'blocked', ...ANY],
    go: async (change) => {
      const booking_id = await paidBooking(HOUR_RANGE);
      await change();
      return outcomeOf(await callDesk(deskPaths.extendByLink, extensionOf(booking_id)));
    },
  },
  'an extension with points by the desk': {
    outcomes: [
      ...(['blocked', 'not-a-member', 'not-found', 'bad-input', 'blocked'] as const),
      ...(['not-enough-points', 'done', 'done', 'done'] as const),
    ],
    go: async (change) => {
      const booking_id = await pointsBooking();
      await change();
      const times = { start_time: '10:00:00', end_time: '12:00:00' };
      const fields = { booking_id, sequence: 0, ...times, amount: '0.5', method: 'points' };
      return outcomeOf(await callDesk(deskPaths.extend, fields));
    },
  },
  'a shorter booking by the desk': {
    outcomes: ['done', 'done', 'done', 'done', 'done', ...ANY],
    go: async (change) => {
      const booking_id = await paidBooking(HOUR_RANGE);
      await change();
      const times = { start_time: '10:00:00', end_time: '10:30:00' };
      const refund = costOf({ start: 0, end: 1 });
      const fields = { booking_id, sequence: 0, ...times, policy_refund: refund, refund, reason: 'Early' };
      return outcomeOf(await callDesk(deskPaths.shorten, fields));
    },
  },
  'a payment in time': {
    outcomes: IN_TIME,
    go: async (change) => {
      const created = dataOf(await create(server, MORNING, { user }));
      await change();
      return settled(server, created);
    },
  },
  'a late payment of a released hold': {
    outcomes: LATE,
    go: async (change) => {
      const created = dataOf(await create(server, MORNING, { user }));
      dataOf(await release(server, created, user));
      await change();
      return settled(server, created);
    },
  },
  'a payment of a series in time': {
    outcomes: IN_TIME,
    go: async (change) => {
      const created = dataOf(await createSeries(server, THREE_DATES, { user }));
      await change();
      return settled(server, created);
    },
  },
  'a late payment of a released series': {
    outcomes: LATE,
    go: async (change) => {
      const created = dataOf(await createSeries(server, THREE_DATES, { user }));
      dataOf(await release(server, created, user));
      await change();
      return settled(server, created);
    },
  },
  'a payment of a link in time': {
    outcomes: IN_TIME,
    go: async (change) => {
      const order = await makeLink();
      await change();
      return settled(server, order);
    },
  },
  'a late payment of a link': {
    // The desk sells outside the opening hours.
    outcomes: ['account-blocked', 'done', 'room-archived', 'done', 'account-closed', ...ANY],
    go: async (change) => {
      const order = await makeLink();
      dataOf(await callDesk(deskPaths.withdrawLink, { booking_id: order.bookingId }));
      await change();
      return settled(server, order);
    },
  },
  'a payment of an extension link in time': {
    outcomes: IN_TIME,
    go: async (change) => {
      const order = await makeExtensionLink();
      await change();
      return settled(server, order);
    },
  },
  'a late payment of an extension link': {
    outcomes: [
      ...(['account-blocked', 'move-ended', 'move-ended', 'move-ended', 'account-closed'] as const),
      ...(['move-ended', 'move-ended', 'move-ended', 'move-ended'] as const),
    ],
    go: async (change) => {
      const order = await makeExtensionLink();
      dataOf(await callDesk(deskPaths.withdrawLink, { booking_id: order.bookingId }));
      await change();
      return settled(server, order);
    },
  },
  'a payment of a move in time': {
    outcomes: IN_TIME,
    go: async (change) => {
      const order = await beginMove(server, await paidBooking(), LONGER, user);
      await change();
      return settled(server, order);
    },
  },
  'a late payment of a dropped move': {
    // The old times stay booked, whatever the rule.
    outcomes: [
      ...(['account-blocked', 'move-ended', 'move-ended', 'move-ended', 'account-closed'] as const),
      ...(['move-ended', 'move-ended', 'move-ended', 'move-ended'] as const),
    ],
    go: async (change) => {
      const order = await beginMove(server, await paidBooking(), LONGER, user);
      dataOf(await release(server, order, user));
      await change();
      return settled(server, order);
    },
  },
  'a payment for points': {
    outcomes: IN_TIME,
    go: async (change) => {
      const order = dataOf(await buy());
      await change();
      return settled(server, order);
    },
  },
};

const LONGER = { day: DAY, range: { start: 34, end: 38 } };

const waitingListState = async () => {
  const entry = await server.database
    .selectFrom('waitlist_entry')
    .select('state')
    .where('user_id', '=', user.user_id)
    .executeTakeFirstOrThrow();
  return entry.state;
};

/** Half an hour more, after `HOUR_RANGE`. */
const extensionOf = (booking_id: string) => ({
  booking_id,
  sequence: 0,
  start_time: '10:00:00',
  end_time: '11:30:00',
  amount: costOf({ start: 0, end: 1 }),
});

async function makeExtensionLink() {
  const booking_id = await paidBooking(HOUR_RANGE);
  dataOf(await callDesk(deskPaths.extendByLink, extensionOf(booking_id)));
  const order = await server.database
    .selectFrom('payment_order')
    .innerJoin('booking', 'booking.id', 'payment_order.booking_id')
    .select(['booking.id as bookingId', 'order_id', 'amount_paise'])
    .where('moves_booking_id', '=', booking_id)
    .executeTakeFirstOrThrow();
  return { bookingId: order.bookingId, id: order.order_id, amount: order.amount_paise };
}

async function makeLink() {
  const fields = { ...(await desksFields()), amount: costOf(HOUR_RANGE) };
  const { booking_id: bookingId } = dataOf(
    await post<{ data: SentPaymentLink }>(server, deskPaths.makeLink, fields, { token: desk.access }),
  );
  const order = await server.database
    .selectFrom('payment_order')
    .select(['order_id', 'amount_paise'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return { bookingId, id: order.order_id, amount: order.amount_paise };
}

/** Calls that book, pay or change a booking or an account with bookings, and the doors that test them. */
const doorsOfCalls: Record<string, readonly string[]> = {
  [paths.book]: ['with points'],
  [paths.createPayment]: ['by card'],
  [paths.bookOnAccount]: ['on account'],
  [paths.completePayment]: ['a payment in time', 'a late payment of a released hold'],
  [paths.paymentWebhook]: ['a payment in time', 'a late payment of a released hold'],
  [paths.bookSeries]: ['a series with points'],
  [paths.createSeriesPayment]: ['a series by card', 'a late payment of a released series'],
  [paths.move]: [
    'a move by card at the same price',
    'a dearer move by card',
    'a dearer move on account',
    'a longer move with points',
    'shortening a booking',
    'a payment of a move in time',
  ],
  [paths.cancel]: ['cancelling a booking'],
  [paths.joinWaitingList]: ['joining the waiting list', 'an offer of the waiting list'],
  [paths.buyPoints]: ['buying points'],
  [paths.completePoints]: ['a payment for points'],
  [deskPaths.sell]: ['a sale at the desk'],
  [deskPaths.makeLink]: ['a payment link', 'a late payment of a link'],
  [deskPaths.walkIn]: ['a booking for a member at the desk'],
  [deskPaths.extend]: ['an extension by the desk', 'an extension with points by the desk'],
  [deskPaths.extendByLink]: [
    'an extension by a payment link',
    'a payment of an extension link in time',
    'a late payment of an extension link',
  ],
  [deskPaths.shorten]: ['a shorter booking by the desk'],
  [deskPaths.move]: ['a move by the desk in the same room'],
};

/** They change something, but book nothing. */
const callsWithoutDoor: ReadonlySet<string> = new Set([
  // They end a hold, a link, an entry or a booking, and the last two need no rule.
  paths.releasePayment,
  paths.leaveWaitingList,
  paths.leaveWaitingListByLink,
  deskPaths.withdrawLink,
  deskPaths.cancel,
  // They read slots with a POST.
  paths.takenSlots,
  paths.takenSlotsOfRooms,
  paths.readWaitingListLink,
]);

/** Their calls have no rule of booking. */
const partsWithoutDoor =
  /^\/api\/(?:desk\/(?!booking\/(?:sell|link|walk-in|move|extend|shorten|cancel))|user\/(?!waiting-list)|member\/(?!meeting-room|points)|refresh|enquire|member\/meeting-room\/(?:calendar|papers))/;

test('every call that books, moves or pays is in the table', () => {
  const calls = Object.entries(openApi.paths)
    .filter(([, methods]) => 'post' in methods)
    .map(([path]) => path)
    .filter((path) => !partsWithoutDoor.test(path) && !callsWithoutDoor.has(path));
  expect(calls.toSorted()).toEqual(Object.keys(doorsOfCalls).toSorted());
  expect(Object.values(doorsOfCalls).flatMap((names) => names.filter((name) => !(name in doors)))).toEqual(
    [],
  );
});

/** They take slots or points, or store an order. Each is reached by a door of the table. */
const filesOfDoors = [
  'server/checkout/bookWithPoints.ts',
  'server/checkout/insertBooking.ts',
  'server/companies/bookOnAccount.ts',
  'server/bookings/moveBooking.ts',
  'server/sales/booking/deskMove.ts',
  'server/sales/length/extend.ts',
  'server/sales/length/extendByLink.ts',
  'server/sales/length/shorten.ts',
  'server/sales/links/linkOfHold.ts',
  'server/sales/sale.ts',
  'server/sales/walkIn.ts',
  'server/payments/applyMove.ts',
  'server/checkout/hold.ts',
  'server/checkout/order.ts',
  'server/payments/settle.ts',
  'server/points/purchases.ts',
  'server/bookings/series/bookSeries.ts',
  'server/bookings/series/createSeriesPayment.ts',
  'server/bookings/series/insertSeries.ts',
  'server/bookings/waitingList/offer.ts',
];

test('every function that takes slots or points or stores an order is in the list', () => {
  const takes =
    /\b(?:claimSlots|claimAllSlots|moveSlots|confirmSlots|claimSlotsOf|bookIfFree|insertBooking|insertSeries|usePoints|insertPaidOrder|insertDeskPayment)\(|insert(?:Into\('| into )payment_order|insert into booking_slot/;
  const defines = [
    'server/slots/bookingSlots.ts',
    'server/checkout/bookIfFree.ts',
    'server/checkout/pointsBookings.ts',
    'server/ledger/ledger.ts',
    'server/payments/insertPaidOrder.ts',
    'server/sales/booking/deskPayment.ts',
  ];
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file}`)
    .filter(
      (file) => file.endsWith('.ts') && !/^server\/(?:seed|platform\/database\/migrations)\//.test(file),
    )
    .filter((file) => !defines.includes(file))
    .filter((file) => takes.test(readFileSync(file, 'utf8')));
  expect(files.toSorted()).toEqual(filesOfDoors.toSorted());
});

const cases = Object.entries(doors).flatMap(([name, { outcomes }]) =>
  rules.map((rule, nth) => ({ name, rule, outcome: outcomes[nth] as string })),
);

describe('a rule that changed before the call', () => {
  test.each(cases)('$name, $rule: $outcome', async ({ name, rule, outcome }) => {
    const door = doors[name] as Door;
    expect(await door.go(() => apply(rule))).toBe(outcome);
  });
});

/** Calls to the provider that a door waits for. */
const slowCalls: readonly (readonly [door: string, call: keyof PaymentGateway])[] = [
  ['by card', 'createOrder'],
  ['by card', 'fetchOrderPayments'],
  ['on account', 'fetchOrderPayments'],
  ['with points', 'fetchOrderPayments'],
  ['a series by card', 'createOrder'],
  ['a series by card', 'fetchOrderPayments'],
  ['a series with points', 'fetchOrderPayments'],
  ['a dearer move by card', 'createOrder'],
  ['a dearer move by card', 'fetchOrderPayments'],
  ['a dearer move on account', 'fetchOrderPayments'],
  ['a move by card at the same price', 'fetchOrderPayments'],
  ['a longer move with points', 'fetchOrderPayments'],
  ['buying points', 'createOrder'],
  ['a payment link', 'createLink'],
  ['an extension by a payment link', 'createLink'],
];

/** Half hours that were held while the room was open are sold. */
const isAcceptedLate = (door: string, rule: Rule): boolean =>
  door === 'an extension by a payment link' && rule === 'hours closed';
const isLimit = (rule: Rule): boolean => rule === 'hold limit' || rule === 'unpaid limit';

/** No call to the provider is between the first reads of these doors and their transaction, which may wait for a lock. */
const doorsThatWait = [
  'on account',
  'joining the waiting list',
  'an offer of the waiting list',
  'a sale at the desk',
  'a payment link',
  'a booking for a member at the desk',
  'an extension by the desk',
  'an extension by a payment link',
  'an extension with points by the desk',
  'a late payment of a released hold',
  'a late payment of a released series',
  'a late payment of a link',
  'a payment for points',
];

/** Of the other doors: why no rule can change between two reads of them. */
const doorsWithoutWait: Readonly<Record<string, string>> = {
  'shortening a booking': 'as a move, and the own times need only the rule about the length',
  'cancelling a booking': 'needs no rule',
  'an offer that is held again after its checkout was left': 'as an offer',
  'a move by the desk in the same room': 'needs no rule',
  'a shorter booking by the desk': 'needs no rule',
  'a payment in time': 'the hold was not lost; as a late payment',
  'a payment of a series in time': 'as a payment in time',
  'a payment of a link in time': 'as a payment in time',
  'a payment of an extension link in time': 'as a payment in time',
  'a payment of a move in time': 'as a payment in time',
  'a late payment of an extension link': 'as a late payment',
  'a late payment of a dropped move': 'as a late payment',
};

test('every door has a slow call, waits for a lock, or says why not', () => {
  const named = [...slowCalls.map(([door]) => door), ...doorsThatWait, ...Object.keys(doorsWithoutWait)];
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(doors).toSorted());
});

describe('a rule that changed while the call waited for the lock of the account or the room', () => {
  const waiting = doorsThatWait.flatMap((name) =>
    rules.map((rule, nth) => ({ name, rule, outcome: (doors[name] as Door).outcomes[nth] as string })),
  );

  test.each(waiting)('$name, $rule: $outcome', async ({ name, rule, outcome }) => {
    const door = doors[name] as Door;
    let change: Promise<void> | undefined;
    const answer = await door.go(
      () =>
        new Promise((resolve, reject) => {
          change = server.database.transaction().execute(async (tx) => {
            await applyIn(tx, rule);
            resolve();
            await expect.poll(countWaiting).toBeGreaterThan(0);
          });
          change.catch(reject);
        }),
    );
    await change;
    expect(answer).toBe(outcome);
  });

  /** Statements of this test's database that wait for a lock. */
  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database);
    return rows[0]?.count ?? 0;
  }
});

describe('a rule that changed during a slow call to the provider', () => {
  const slowCases = slowCalls.flatMap(([name, call]) =>
    rules.map((rule, nth) => ({
      name,
      call,
      rule,
      outcome: ((call === 'createOrder' && isLimit(rule)) || isAcceptedLate(name, rule)
        ? // The hold was made before the call.
          'done'
        : ((doors[name] as Door).outcomes[nth] as string)
      )
        // The desk has named the account before it was closed.
        .replace(/^not-found$/, rule === 'closed account' ? 'blocked' : 'not-found'),
    })),
  );

  test.each(slowCases)('$name, $call, $rule: $outcome', async ({ name, call, rule, outcome }) => {
    const provider = server.gateway as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const original = (provider[call] as (...args: unknown[]) => Promise<unknown>).bind(provider);
    let isChanged = false;
    const door = doors[name] as Door;
    const answer = await door.go(async () => {
      if (call === 'fetchOrderPayments') await holdInAnotherTab();
      vi.spyOn(provider, call).mockImplementation(async (...args) => {
        const response = await original(...args);
        if (!isChanged) await apply(rule);
        isChanged = true;
        return response;
      });
    });
    expect(isChanged).toBe(true);
    expect(answer).toBe(outcome);
    await expectNothingHeld(outcome);
  });

  /** A hold of the same user that overlaps every booking of the table, and that the new booking replaces. */
  async function holdInAnotherTab(): Promise<void> {
    for (const range of [
      { start: 21, end: 23 },
      { start: 35, end: 37 },
    ]) {
      const created: ApiResponse = await create(server, range, { user });
      // One of the two overlaps the booking that moves.
      expect([200, 409]).toContain(created.status);
    }
  }

  /** A refused booking leaves no hold behind for the times that it asked for. */
  async function expectNothingHeld(outcome: string): Promise<void> {
    const held = await server.database
      .selectFrom('booking')
      .innerJoin('payment_order', 'payment_order.booking_id', 'booking.id')
      .select('booking.id')
      .where('user_id', '=', user.user_id)
      .where('booking.status', 'in', ['held', 'moving'])
      .where('payment_order.status', '=', 'paid')
      .execute();
    expect([outcome, held]).toEqual([outcome, []]);
  }
});

describe('a payment in an older tab for one’s own released hold', () => {
  const bookings = async () =>
    (
      await server.database
        .selectFrom('booking')
        .select(['start_slot', 'status'])
        .where('user_id', '=', user.user_id)
        .orderBy('created_at')
        .orderBy('start_slot')
        .execute()
    ).map(({ start_slot, status }) => [start_slot, status]);

  const twoTabs = async (newer: SlotRange) => {
    const older = dataOf(await create(server, MORNING, { user }));
    server.clock.now += 1000;
    const created = dataOf(await create(server, newer, { user }));
    return { older, newer: created };
  };

  test('takes the slots again from a newer hold of the same person, whose payment is then refunded', async () => {
    const { older, newer } = await twoTabs({ start: 21, end: 25 });
    expect(await settled(server, older)).toBe('done');
    expect(await bookings()).toEqual([
      [20, 'confirmed'],
      [21, bookingCodes.released],
    ]);
    expect(await settled(server, newer)).toBe('late');
    expect((await bookings())[0]).toEqual([20, 'confirmed']);
  });

  test('does not take them from another person’s hold', async () => {
    const older = dataOf(await create(server, MORNING, { user }));
    dataOf(await release(server, older, user));
    const other: CreatedPayment = dataOf(await create(server, { start: 21, end: 25 }));
    expect(await settled(server, older)).toBe('late');
    expect(await settled(server, other)).toBe('done');
  });

  test('does not take them from one’s own confirmed booking', async () => {
    const { older, newer } = await twoTabs({ start: 21, end: 25 });
    expect(await settled(server, newer)).toBe('done');
    expect(await settled(server, older)).toBe('late');
  });
});

describe('the reference of a UPI transfer', () => {
  const sell = (range: SlotRange, reference: string) =>
    callDesk(deskPaths.sell, {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes(range),
      amount: costOf(range),
      method: 'upi',
      reference,
    });
  const ranges = [20, 24, 28, 32].map((start) => ({ start, end: start + 2 }));

  test('is accepted once of four sales at once, and the others get 409', async () => {
    const responses = await Promise.all(ranges.map((range) => sell(range, '4123 4567 8901')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual(
      Array(3).fill(
        expect.objectContaining({ code: 'reference-used', fields: { reference: 'has been used already' } }),
      ),
    );
  });

  test('is unique for what is handed back too', async () => {
    const [first, second] = ranges as [SlotRange, SlotRange];
    const ids = [
      dataOf(await sell(first, '412300000001')).booking_id,
      dataOf(await sell(second, '412300000002')).booking_id,
    ];
    for (const booking_id of ids) {
      const refund = costOf(first);
      dataOf(
        await callDesk(deskPaths.cancel, { booking_id, policy_refund: refund, refund, reason: 'Closed' }),
      );
    }
    const due = await server.database.selectFrom('refund').select('id').orderBy('due_since').execute();
    const handBack = async (nth: number, reference: string) =>
      outcomeOf(await callDesk(deskPaths.handBack, { refund_id: due[nth]?.id, method: 'upi', reference }));
    expect(await handBack(0, '412300000001')).toBe('reference-used');
    expect(await Promise.all([handBack(0, 'AXIS-77'), handBack(1, 'axis 77')])).toEqual(
      expect.arrayContaining(['done', 'reference-used']),
    );
  });
});

test('points of the own can be used at every door of a member whose membership ended', async () => {
  const { user_id: id } = user;
  await inTransaction(server.database, (tx) =>
    changePoints(tx, id, 20, { kind: 'purchase', at: server.clock.now }),
  );
  await apply('membership ended');
  expect(outcomeOf(await book())).toBe('done');
  expect(
    outcomeOf(
      await callDesk(deskPaths.walkIn, { ...(await desksFields()), ...bookingTimes({ start: 30, end: 32 }) }),
    ),
  ).toBe('done');
  expect(await fetchWaitingList(server, user)).toEqual([]);
});
