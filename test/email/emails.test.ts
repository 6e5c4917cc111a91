import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { eraseClosedAddresses } from '../../server/profile/eraseOldData.ts';
import { processRefunds } from '../../server/payments/reconcile/processRefunds.ts';
import { settle } from '../../server/payments/settle.ts';
import { accounts, bookingFields, post, signIn, type SignedIn } from '../api/client.ts';
import { START } from '../api/startServer.ts';
import { beginMove, moveTo } from '../payments/cancelling.ts';
import { pay } from '../payments/payer.ts';
import {
  complete,
  costOf,
  create,
  DAY,
  dataOf,
  MORNING,
  ROOM,
  type CreatedPayment,
} from '../payments/startPayments.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { changePoints } from '../../server/ledger/ledger.ts';
import { mail, ORIGIN, outbox, send, server, withEmails } from './emailServer.ts';
import type { ReceivedEmail } from './mailServer.ts';

withEmails();

const HOUR = 3_600_000;

const contentOf = ({ to, mail: { subject, text = '', html = '' } }: ReceivedEmail) => ({
  to: to[0],
  subject,
  text: text.replace(/\r\n/g, '\n'),
  html,
});

/** Expects every word of the plain text in the HTML. */
function expectSameWords({ mail: { text = '', html = '' } }: ReceivedEmail): void {
  const words = (value: string): string[] =>
    value.split(/[^\p{L}\p{N}₹]+/u).filter((word) => word.length > 2);
  const inHtml = new Set(
    words(
      html
        .replace(/<style>[\s\S]*?<\/style>/, ' ')
        .replace(/href="([^"]*)"/g, '>$1<')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&'),
    ),
  );
  expect(words(text).filter((word) => !inHtml.has(word))).toEqual([]);
}

async function bookWithPoints(range = MORNING, day = DAY): Promise<string> {
  const fields = bookingFields(server.member, ROOM, day, range);
  const { status, body } = await post<{ data: { booking_id: string } }>(server, paths.book, fields, {
    token: server.member.access,
  });
  expect(status).toBe(200);
  return body.data.booking_id;
}

test('a registration sends a link to confirm the address, which works once, and then a welcome', async () => {
  const person = {
    first_name: 'Asha',
    email: 'asha@example.com',
    password: 'Asha-2025!',
    phone: '+919840012345',
  };
  expect((await post(server, paths.register, person)).status).toBe(201);
  const [confirm, ...more] = await send({ linkSecret: server.config.refreshTokenSecret });
  expect(more).toEqual([]);
  expect(contentOf(confirm!)).toMatchObject({
    to: 'asha@example.com',
    subject: 'Please confirm your email address',
  });
  expectSameWords(confirm!);
  const [, token = ''] = new RegExp(`${ORIGIN}/confirm-address#(\\S+)`).exec(contentOf(confirm!).text) ?? [];
  expect((await post(server, paths.confirmAddress, { token, password: person.password })).status).toBe(200);
  expect((await post(server, paths.confirmAddress, { token, password: person.password })).status).toBe(410);
  expect(
    JSON.stringify(await server.database.selectFrom('letter').select('payload').execute()),
  ).not.toContain(token);

  const [welcome, ...others] = await send();
  expect(others).toEqual([]);
  expect(contentOf(welcome!)).toMatchObject({ to: 'asha@example.com', subject: 'Welcome to Litrooms' });
  expect(contentOf(welcome!).text).toContain('Hello Asha,');
  expect(contentOf(welcome!).text).toContain(`${ORIGIN}/meeting-room`);
  expectSameWords(welcome!);

  expect((await post(server, paths.register, person)).status).toBe(409);
  const [known] = await send();
  expect(contentOf(known!).subject).toBe('You already have an account at Litrooms');
  expectSameWords(known!);
});

test('a forgotten password is reset by the link of an email, and a second email reports the change', async () => {
  const { email } = accounts.guest;
  expect((await post(server, paths.forgotPassword, { email })).status).toBe(200);
  expect((await post(server, paths.forgotPassword, { email: 'nobody@example.com' })).status).toBe(200);
  const [reset, ...more] = await send({ linkSecret: server.config.refreshTokenSecret });
  expect(more).toEqual([]);
  expectSameWords(reset!);
  const [, token = ''] = new RegExp(`${ORIGIN}/reset-password#(\\S+)`).exec(contentOf(reset!).text) ?? [];
  const { password } = accounts.guest;
  expect((await post(server, paths.resetPassword, { token, password })).status).toBe(200);
  // The reset has revoked the session.
  Object.assign(server, { guest: await signIn(server, 'guest') });
  const [changed] = await send();
  expect(contentOf(changed!)).toMatchObject({ to: email, subject: 'Your password was changed' });
  expectSameWords(changed!);
});

test('a link that expires before it can be sent is not sent', async () => {
  const { email } = accounts.guest;
  expect((await post(server, paths.forgotPassword, { email })).status).toBe(200);
  server.clock.now += HOUR;
  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'expired' }]);
});

test('an enquiry is sent to the business with the visitor as reply address, and acknowledged without its text', async () => {
  const enquiry = {
    name: 'Asha <b>K</b>',
    email: 'asha@example.com',
    phone: '98400 12345',
    enquire_for: 'A room for 12 & lunch.\nBuy pills: https://evil.example',
    wanted_on: '2026-12-24',
    people: '12',
    message: 'Near a station, please',
  };
  expect((await post(server, paths.enquire, enquiry)).status).toBe(200);
  expect((await post(server, paths.enquire, enquiry)).status).toBe(200);
  const received = await send();
  const [toBusiness, toVisitor] = ['desk@litrooms.test', 'asha@example.com'].map((address) =>
    received.find(({ to }) => to[0] === address),
  );
  expect(received).toHaveLength(2);
  expect(toBusiness!.mail.replyTo).toMatchObject([{ address: 'asha@example.com' }]);
  expect(contentOf(toBusiness!).subject).toBe('Enquiry from Asha <b>K</b>');
  expect(contentOf(toBusiness!).text).toContain(
    '> A room for 12 & lunch.\n> Buy pills: https://evil.example',
  );
  expect(contentOf(toBusiness!).html).toContain('Asha &lt;b&gt;K&lt;/b&gt;');
  expect(contentOf(toBusiness!).html).toContain('A room for 12 &amp; lunch.<br>Buy pills');
  expect(contentOf(toVisitor!).subject).toBe('We have received your enquiry');
  for (const text of ['Thursday 24 December 2026', 'People', '12', '> Near a station, please']) {
    expect(contentOf(toBusiness!).text).toContain(text);
  }
  expect(toVisitor!.raw).not.toMatch(/evil|pills|Asha|station/);
  expectSameWords(toBusiness!);
  expectSameWords(toVisitor!);
});

test.each([
  ['an invalid address', 'asha@example.com>'],
  ['an address that the mail server cannot carry', 'josé@example.test'],
])('an enquiry with %s is sent only to the business, without it in the header', async (_, email) => {
  const enquiry = { name: 'Asha', email, phone: '1', enquire_for: 'A room' };
  expect((await post(server, paths.enquire, enquiry)).status).toBe(200);
  const [received, ...more] = await send();
  expect(more).toEqual([]);
  expect(received?.to).toEqual(['desk@litrooms.test']);
  expect(contentOf(received!).text).toContain(email);
  expect(received?.mail.replyTo).toMatchObject([{ address: 'desk@litrooms.test' }]);
});

test('a booking with points has a confirmation with a calendar entry, and reminders one day and one hour before', async () => {
  const id = await bookWithPoints();
  expect(await bookWithPoints()).toBe(id);
  const [received, ...more] = await send();
  expect(more).toEqual([]);
  expect(contentOf(received!)).toMatchObject({
    to: 'member@example.com',
    subject: 'Booked: Kolam Round, Tuesday 25 November 2025',
  });
  const { text } = contentOf(received!);
  for (const part of [
    'Room:      Kolam Round',
    'Date:      Tuesday 25 November 2025',
    'Time:      10:00 AM to 11:30 AM',
    'Paid:      1.5 points',
    `Reference: ${bookingReference(id)}`,
    `${ORIGIN}/my-bookings/${id}`,
    'You can cancel free of charge until Tuesday 25 November 2025 at 6:00 AM.',
  ]) {
    expect(text.replace(/\n(?=\S)/g, ' ')).toContain(part);
  }
  expectSameWords(received!);
  expect(received!.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);

  const start = instantOf(DAY, MORNING.start);
  expect(await outbox()).toMatchObject([
    { dedupe_key: `booked:${id}:0`, state: 'sent' },
    { dedupe_key: `reminder-day:${id}:0`, due_at: new Date(start - 24 * HOUR) },
    { dedupe_key: `reminder-hour:${id}:0`, due_at: new Date(start - HOUR) },
  ]);
  server.clock.now = start - 24 * HOUR;
  const [dayBefore, ...none] = await send();
  expect(none).toEqual([]);
  expect(contentOf(dayBefore!).subject).toBe('Reminder: Kolam Round, tomorrow at 10:00 AM');
  server.clock.now = start - HOUR;
  const [hourBefore] = await send();
  expect(contentOf(hourBefore!).subject).toBe('Soon: Kolam Round, today at 10:00 AM');
  expectSameWords(dayBefore!);
  expectSameWords(hourBefore!);
});

test('a reminder is not queued when its time has passed at the booking', async () => {
  // The booking starts 80 minutes from now.
  const id = await bookWithPoints({ start: 23, end: 24 }, '2025-11-21');
  expect(await send()).toHaveLength(1);
  expect((await outbox()).map(({ dedupe_key }) => dedupe_key)).toEqual([
    `booked:${id}:0`,
    `reminder-hour:${id}:0`,
  ]);
});

test('reminders that could not be sent in time are not sent later', async () => {
  await bookWithPoints();
  await send();
  server.clock.now = instantOf(DAY, MORNING.start) + 1;
  expect(await send()).toEqual([]);
});

test('a reminder is dropped when its booking was cancelled or changed', async () => {
  const [one, other] = [await bookWithPoints(), await bookWithPoints({ start: 30, end: 32 })];
  await send();
  const changed = (id: string) => server.database.updateTable('booking').where('id', '=', id);
  await changed(one)
    .set({ status: bookingCodes.cancelled, sequence: 1, cancelled_at: new Date(START), returned: 3 })
    .execute();
  await changed(other).set({ sequence: 1 }).execute();
  server.clock.now = instantOf(DAY, MORNING.start) - 24 * HOUR + 12 * HOUR;
  expect(await send()).toEqual([]);
  expect((await outbox()).filter(({ dedupe_key }) => dedupe_key.startsWith('reminder-day'))).toMatchObject([
    { state: 'dropped', problem: 'stale' },
    { state: 'dropped', problem: 'stale' },
  ]);
});

/** Parsed by an independent library. */
function calendarEntryOf({ mail: { attachments } }: ReceivedEmail) {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const calendar = new ICAL.Component(ICAL.parse(textOf(file!)) as object[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component);
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: event.component.getFirstPropertyValue('status'),
    sequence: event.sequence,
    uid: event.uid,
  };
}

const textOf = ({ content }: { content: ArrayBuffer | Uint8Array | string }): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

async function bookByCard(range = MORNING): Promise<CreatedPayment> {
  const created = dataOf(await create(server, range, { amount: costOf(range) }));
  expect((await complete(server, created, await pay(server, created))).status).toBe(200);
  return created;
}

test('a booking by card has one confirmation, even when its payment is reported several times', async () => {
  const created = await bookByCard();
  await server.sandbox.deliverDue();
  const [received, ...more] = await send();
  expect(more).toEqual([]);
  expect(contentOf(received!)).toMatchObject({ to: 'guest@example.com' });
  expect(contentOf(received!).text).toMatch(
    new RegExp(
      `Paid: +₹${Number(costOf(MORNING)).toLocaleString('en-IN')} by card, \\d+ \\w+ \\d{4},\\s+pay_\\w{14}`,
    ),
  );
  expect(contentOf(received!).text).toContain(bookingReference(created.notes[2].booking_id));
  expectSameWords(received!);
});

/** Cancels a booking with the refund of its current terms. */
async function cancel(id: string, user: SignedIn, refund: string): Promise<void> {
  const { status } = await post(server, paths.cancel, { booking_id: id, refund }, { token: user.access });
  expect(status).toBe(200);
}

test('the email about a cancellation has the refund, and removes the calendar entry', async () => {
  const points = await bookWithPoints();
  server.clock.now += 1000;
  const card = (await bookByCard({ start: 30, end: 32 })).notes[2].booking_id;
  const [invitation] = (await send()).map(calendarEntryOf);
  const refund = costOf({ start: 30, end: 32 });
  await cancel(points, server.member, '1.5');
  server.clock.now += 1000;
  await cancel(card, server.guest, refund);
  await cancel(card, server.guest, refund);
  const received = await send();
  expect(received.map(({ to }) => to[0])).toEqual(['member@example.com', 'guest@example.com']);
  const [toMember, toGuest] = received.map(contentOf);
  expect(toMember!.subject).toBe('Cancelled: Kolam Round, Tuesday 25 November 2025');
  expect(toMember!.text).toContain('1.5 points are back in your balance.');
  expect(toGuest!.text).toContain(`We will refund ₹${Number(refund).toLocaleString('en-IN')} to the card`);
  for (const email of received) expectSameWords(email);

  const removal = calendarEntryOf(received[0]!);
  expect(received[0]!.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/);
  expect(removal).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', sequence: 1 });
  expect(invitation).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED', sequence: 0, uid: removal.uid });

  server.clock.now = instantOf(DAY, 30);
  await send();
  expect((await outbox()).filter(({ state }) => state === 'due')).toEqual([]);
  expect(mail.received.filter(({ mail: { subject = '' } }) => /Reminder|Soon/.test(subject))).toEqual([]);
});

test('a booking that is cancelled before its confirmation was sent has only the email about the cancellation', async () => {
  const id = await bookWithPoints();
  await cancel(id, server.member, '1.5');
  expect((await send()).map(({ mail: { subject } }) => subject)).toEqual([
    'Cancelled: Kolam Round, Tuesday 25 November 2025',
  ]);
});

test('the email about returned monthly points says until when they can be used', async () => {
  const id = server.member.user_id;
  const monthly = (half_points: number, kind: 'renewal' | 'expiry') =>
    inTransaction(server.database, (tx) => changePoints(tx, id, half_points, { kind, at: server.clock.now }));
  await monthly(4, 'renewal');
  const booking = await bookWithPoints();
  await cancel(booking, server.member, '1.5');
  const [email] = await send();
  expect(contentOf(email!).text.replace(/\s+/g, ' ')).toContain(
    '1.5 points are back in your balance. You can use them until 30 November 2025.',
  );
  await monthly(-4, 'expiry');
});

test('the email about a move with points has the change of the balance', async () => {
  const id = await bookWithPoints();
  await send();
  const afterMove = async (range: { start: number; end: number }) => {
    await moveTo(server, id, { day: '2025-11-26', range }, server.member);
    const [email, ...more] = await send();
    expect(more).toEqual([]);
    expectSameWords(email!);
    return contentOf(email!).text;
  };
  const [start, end] = [30, 30 + MORNING.end - MORNING.start];
  expect(await afterMove({ start, end: end - 1 })).toContain('0.5 points are back in your balance');
  expect(await afterMove({ start, end: end + 2 })).toContain('1.5 points are taken from your balance');
  expect(await afterMove({ start: start + 6, end: end + 8 })).not.toContain('your balance');
});

test('the email about a move has the new times and the refund; a late payment for a move is reported separately', async () => {
  const id = (await bookByCard({ start: 30, end: 32 })).notes[2].booking_id;
  const [before] = (await send()).map(calendarEntryOf);
  await moveTo(server, id, { day: '2025-11-26', range: { start: 30, end: 31 } });
  const [email, ...more] = await send();
  expect(more).toEqual([]);
  expect(contentOf(email!).subject).toBe('Moved: Kolam Round, Wednesday 26 November 2025');
  expect(contentOf(email!).text.replaceAll(/\s+/g, ' ')).toContain(
    `We will refund ₹${costOf({ start: 0, end: 1 })} to the card`,
  );
  expectSameWords(email!);
  expect(calendarEntryOf(email!)).toMatchObject({ method: 'REQUEST', sequence: 1, uid: before?.uid });

  const costlierMove = { day: '2025-11-26', range: { start: 30, end: 34 } };
  const paidInTime = await beginMove(server, id, costlierMove);
  dataOf(await complete(server, paidInTime, await pay(server, paidInTime)));
  const [again] = await send();
  expect(calendarEntryOf(again!)).toMatchObject({ sequence: 2 });
  const text = contentOf(again!).text.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(
    /Paid: ₹[\d,.]+ by card, .* Paid for the change: ₹[\d,.]+ by card, .* Total refund: ₹.* Final cost: ₹/,
  );

  const lapsed = await beginMove(server, id, { day: '2025-11-26', range: { start: 30, end: 36 } });
  const paid = await pay(server, lapsed);
  server.clock.now += HOUR;
  dataOf(await create(server, { start: 35, end: 36 }, { bdate: '2025-11-26', user: server.member }));
  expect(await complete(server, lapsed, paid)).toMatchObject({ status: 410 });
  const [late, ...others] = await send();
  expect(others).toEqual([]);
  expect(contentOf(late!).text.replaceAll(/\s+/g, ' ')).toContain(
    'Your payment arrived after the change of the booking was dropped or had expired. The booking was not changed.',
  );
  expect(contentOf(late!).text).toContain(bookingReference(id));
  expectSameWords(late!);
});

test('a late payment has an email about its refund, and a second email with the reference when it is refunded', async () => {
  const created = dataOf(await create(server));
  server.clock.now += 2 * HOUR;
  await bookWithPoints();
  mail.received.length = 0;
  await send();
  mail.received.length = 0;

  const paid = await pay(server, created);
  const payment = {
    id: paid.razorpay_payment_id,
    orderId: created.id,
    amountPaise: created.amount,
    currency: 'INR',
    status: 'captured',
  } as const;
  expect(await settle(server.payments, payment)).toBe('refund-due');
  expect(await settle(server.payments, payment)).toBe('refund-due');
  const [late, ...more] = await send();
  expect(more).toEqual([]);
  expect(contentOf(late!)).toMatchObject({
    to: 'guest@example.com',
    subject: expect.stringMatching(/^We are refunding ₹.*$/),
    text: expect.stringContaining('Your payment arrived after the room was taken.') as string,
  });
  expectSameWords(late!);

  await processRefunds(server.payments);
  server.clock.now += HOUR;
  await server.sandbox.advanceClock(HOUR);
  await server.sandbox.deliverDue();
  await processRefunds(server.payments);
  const [refunded, ...others] = await send();
  expect(others).toEqual([]);
  expect(contentOf(refunded!).subject).toMatch(/^Your refund of ₹.* is on its way$/);
  expect(contentOf(refunded!).text).toMatch(/Refund: +rfnd_\w+/);
  expectSameWords(refunded!);
});

test('the owner of a closed account gets only emails about refunds, for two weeks', async () => {
  const email = 'leaving@example.com';
  const password = 'The-last-2025!';
  const person = { first_name: 'Leela', email, password, phone: '+919840054321' };
  const { body } = await post<{ session: SignedIn }>(server, paths.register, person);
  const user = body.session;
  const unpaid = dataOf(await create(server, { start: 36, end: 38 }, { user }));
  const booked = dataOf(await create(server, { start: 30, end: 32 }, { user }));
  dataOf(await complete(server, booked, await pay(server, booked), { user }));
  await send();
  server.clock.now += HOUR;
  await cancel(booked.notes[2].booking_id, user, costOf({ start: 30, end: 32 }));
  expect((await post(server, paths.closeAccount, { password }, { token: user.access })).status).toBe(200);

  const [cancelled, ...more] = await send();
  expect(more).toEqual([]);
  expect(contentOf(cancelled!)).toMatchObject({ to: email, subject: expect.stringMatching(/^Cancelled: /) });
  expect(contentOf(cancelled!).text).toContain('Hello,');
  expect(cancelled!.raw).not.toMatch(/Leela|See your booking/);

  const paid = await pay(server, unpaid);
  const payment = {
    id: paid.razorpay_payment_id,
    orderId: unpaid.id,
    amountPaise: unpaid.amount,
    currency: 'INR',
    status: 'captured',
  } as const;
  expect(await settle(server.payments, payment)).toBe('refund-due');
  const [late] = await send();
  expect(contentOf(late!).to).toBe(email);
  expect(contentOf(late!).text.replaceAll(/\s+/g, ' ')).toContain(
    'Your payment arrived after the account was closed. Nothing was booked.',
  );

  await processRefunds(server.payments);
  server.clock.now += 14 * 24 * HOUR + 1;
  await eraseClosedAddresses(server.database, server.clock.now);
  await server.sandbox.advanceClock(HOUR);
  await server.sandbox.deliverDue();
  await processRefunds(server.payments);
  expect(await send()).toEqual([]);
  expect((await outbox()).at(-1)).toMatchObject({ state: 'dropped', problem: 'no-recipient' });
});
