import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { SentPaymentLink } from '../../../contract/desk/money/money.ts';
import type { PeopleResponse, PersonResponse } from '../../../contract/desk/people.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { emailsTo, tokensTo } from '../../api/linkInEmail.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callSheet, payByCard } from '../payer.ts';
import { costOf, dataOf, DAY, ROOM } from '../startPayments.ts';

/* The desk sells to a customer who gives a name and a phone number, and no email address. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
let number = 0;
/** Of a new customer in each test. */
let phone: string;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
  owner = await signIn(server, 'owner');
  number += 1;
  phone = `+9198403${10_000 + number}`;
});

type Sold = ApiResponse<{ data: { booking_id: string } & Partial<SentPaymentLink> } & ErrorBody>;
const RANGE: SlotRange = { start: 20, end: 22 };
const times = (range: SlotRange = RANGE) => ({ mid: ROOM, bdate: DAY, ...bookingTimes(range) });
const sell = (fields: Record<string, unknown> = {}, path: string = deskPaths.sell): Promise<Sold> =>
  post(
    server,
    path,
    {
      email: '',
      first_name: 'Kavya Nair',
      phone,
      ...times(),
      amount: costOf(RANGE),
      ...(path === deskPaths.sell && { method: 'cash' }),
      ...fields,
    },
    { token: desk.access },
  );
const later = times({ start: 30, end: 32 });
const accounts = () =>
  server.database
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'made_by', 'closed_at'])
    .where('phone', '=', phone)
    .orderBy('created_at')
    .execute();
const onlyAccount = async () => {
  const [account, ...others] = await accounts();
  expect(others).toEqual([]);
  return account as NonNullable<typeof account>;
};
const readBooking = async (id: string) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access));
const readPerson = async (id: string) =>
  dataOf(await get<PersonResponse>(server, `${deskPaths.person}?user_id=${id}`, desk.access));
const atDesk = (path: string, fields: Record<string, unknown>, user = owner) =>
  post<{ data: object } & ErrorBody>(server, path, fields, { token: user.access });
const cancelAll = async () => {
  for (const { id } of await server.database.selectFrom('booking').select('id').execute()) {
    const { terms } = await readBooking(id);
    const refund = costOf(RANGE);
    expect(terms).not.toBeNull();
    const fields = { booking_id: id, policy_refund: refund, refund, reason: 'Not needed' };
    expect((await atDesk(deskPaths.cancel, fields)).status).toBe(200);
  }
};

describe('a sale without an address', () => {
  test('makes an account that has only the phone number, with an invoice and without an email', async () => {
    const id = dataOf(await sell()).booking_id;
    const account = await onlyAccount();
    expect(account).toMatchObject({ email: `none:${account.id}`, first_name: 'Kavya Nair', made_by: 'desk' });
    expect((await readBooking(id)).customer).toMatchObject({ name: 'Kavya Nair', email: '', phone });
    expect(await readPerson(account.id)).toMatchObject({ email: '', identity: 'phone-only', phone });
    await issueDueTaxDocuments(server);
    const { content } = await server.database.selectFrom('paper').select('content').executeTakeFirstOrThrow();
    expect(JSON.parse(content)).toMatchObject({ buyer: { name: 'Kavya Nair' } });
    expect(content).not.toContain('none:');
    // No email has an address, and none is asked to be sent again.
    const letters = await server.database.selectFrom('letter').select(['kind', 'to_address']).execute();
    expect(letters.map(({ to_address }) => to_address)).toEqual(letters.map(() => null));
    expect(letters.map(({ kind }) => kind)).not.toContain('reset');
    const again = await atDesk(deskPaths.resendEmails, { booking_id: id });
    expect(again.body.error.code).toBe('no-recipient');
    expect((await atDesk(deskPaths.confirmAgain, { user_id: account.id })).body.error.code).toBe(
      'no-recipient',
    );
  });

  test.each([
    ['neither an address nor a phone number', { phone: '' }, 'email'],
    ['no name', { first_name: '' }, 'first_name'],
    ['a text that is no phone number', { phone: '12' }, 'phone'],
  ])('is refused with %s', async (_what, fields, field) => {
    const { status, body } = await sell(fields);
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
    expect(await accounts()).toEqual([]);
  });

  test('is paid by a link whose page at the provider has no address', async () => {
    const link = dataOf(await sell({}, deskPaths.makeLink)) as SentPaymentLink;
    const page = await callSheet<{ key: string; order_id: string; amount: number }>(server, 'link', {
      id: link.url.split('/').at(-1),
    });
    expect(JSON.stringify(page)).not.toContain('none:');
    expect((await onlyAccount()).email).toMatch(/^none:/);
    await payByCard(server, { id: page.order_id, key: page.key, amount: page.amount });
    await server.sandbox.deliverDue();
    expect((await readBooking(link.booking_id)).state).toBe('confirmed');
  });

  test('is paid with points by a member who is chosen', async () => {
    await sell();
    const { id } = await onlyAccount();
    await server.database.updateTable('app_user').set({ is_member: true }).where('id', '=', id).execute();
    await setHalfPoints(server.database, 20, id);
    const booked = await atDesk(deskPaths.walkIn, { user_id: id, ...later }, desk);
    expect(booked.status).toBe(200);
    const unknown = '6f1c0f0e-0000-4000-8000-000000000001';
    expect((await atDesk(deskPaths.walkIn, { user_id: unknown, ...later }, desk)).status).toBe(404);
    expect((await atDesk(deskPaths.walkIn, { ...later }, desk)).status).toBe(400);
  });
});

describe('the next sale with the phone number', () => {
  test('finds the customer again, however the number and the name are written', async () => {
    const first = dataOf(await sell()).booking_id;
    const second = dataOf(
      await sell({ ...later, first_name: ' kavya  nair', phone: `0${phone.slice(3)}` }),
    ).booking_id;
    const { id } = await onlyAccount();
    expect((await readPerson(id)).bookings.map((booking) => booking.id).toSorted()).toEqual(
      [first, second].toSorted(),
    );
  });

  test('names the customer when another name is given, and makes no second account', async () => {
    await sell();
    const { id } = await onlyAccount();
    for (const is_other_person of ['false', 'true']) {
      expect(await sell({ ...later, first_name: 'Ravi', is_other_person })).toMatchObject({
        status: 409,
        body: { error: { code: 'phone-known', account: { user_id: id, name: 'Kavya Nair', email: '' } } },
      });
    }
    expect((await sell({ ...later, user_id: id, first_name: '', phone: '' })).status).toBe(200);
    await onlyAccount();
  });

  test('by two clerks at once makes one account', async () => {
    const sales = await Promise.all([sell(), sell(later)]);
    expect(sales.map(({ status }) => status)).toEqual([200, 200]);
    await onlyAccount();
  });

  test('names a customer with an address, who is chosen, or is somebody else', async () => {
    await sell({ email: 'with.address@example.com' });
    const { id } = await onlyAccount();
    const refused = await sell(later);
    expect(refused.body.error).toMatchObject({
      code: 'phone-known',
      account: { user_id: id, email: 'with.address@example.com' },
    });
    const chosen = dataOf(await sell({ ...later, user_id: id })).booking_id;
    expect((await readBooking(chosen)).customer.email).toBe('with.address@example.com');
    const evening = times({ start: 36, end: 38 });
    expect((await sell({ ...evening, is_other_person: 'true' })).status).toBe(200);
    expect(await accounts()).toHaveLength(2);
  });

  test('does not go to an account that somebody registered with the number and never confirmed', async () => {
    const registration = {
      first_name: 'Kavya Nair',
      email: 'stranger@example.com',
      phone,
      password: 'a long password',
    };
    expect((await post(server, paths.register, registration)).status).toBe(201);
    expect((await sell()).status).toBe(200);
    expect((await accounts()).map(({ made_by }) => made_by)).toEqual(['self', 'desk']);
  });
});

describe('the customer', () => {
  test('who registers later with the number gets an account without these bookings', async () => {
    const id = dataOf(await sell()).booking_id;
    const { body } = await post<{ session: SignedIn }>(server, paths.register, {
      first_name: 'Kavya Nair',
      email: 'kavya.later@example.com',
      phone,
      password: 'a long password',
    });
    const mine = dataOf(await get<MyBookingsResponse>(server, paths.myBookings, body.session.access));
    expect(mine).toEqual([]);
    expect((await readBooking(id)).customer.email).toBe('');
  });

  test('who gives an address later gets the link for a password, and sees the bookings', async () => {
    const id = dataOf(await sell()).booking_id;
    const account = await onlyAccount();
    const email = `kavya${number}@example.com`;
    expect((await atDesk(deskPaths.addAddress, { user_id: account.id, email }, desk)).status).toBe(200);
    expect(await readPerson(account.id)).toMatchObject({ email, identity: 'desk-made' });
    expect((await atDesk(deskPaths.addAddress, { user_id: account.id, email }, desk)).status).toBe(409);
    const kinds = await server.database
      .selectFrom('letter')
      .select('kind')
      .where('user_id', '=', account.id)
      .orderBy('kind')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['booked', 'invitation', 'reset']);
    const [token] = await tokensTo(server, email, 'reset');
    expect((await post(server, paths.resetPassword, { token, password: 'a long password' })).status).toBe(
      200,
    );
    const signedIn = await post<SignedIn>(server, paths.login, {
      email,
      password: 'a long password',
    });
    const mine = dataOf(await get<MyBookingsResponse>(server, paths.myBookings, signedIn.body.access));
    expect(mine.map((booking) => booking.id)).toEqual([id]);
    expect(await emailsTo(server, email)).not.toEqual([]);
    // The number is free for somebody else, whom the desk distinguishes.
    expect((await sell(later)).body.error).toMatchObject({ code: 'phone-known', account: { email } });
  });

  test('does not get the address of another account', async () => {
    await sell();
    const { id } = await onlyAccount();
    const email = 'guest@example.com';
    expect((await atDesk(deskPaths.addAddress, { user_id: id, email }, desk)).body.error.code).toBe(
      'email-taken',
    );
    expect((await onlyAccount()).email).toBe(`none:${id}`);
  });

  test('who wants the account closed asks the desk: nothing of the person is left, and the number is free', async () => {
    await sell();
    const { id } = await onlyAccount();
    const close = () => atDesk(deskPaths.closePerson, { user_id: id, reason: 'The customer asks for it' });
    expect((await close()).body.error.code).toBe('bookings-ahead');
    await cancelAll();
    expect((await close()).status).toBe(200);
    const closed = await server.database
      .selectFrom('app_user')
      .select(['first_name', 'phone', 'email', 'closing_email', 'is_blocked'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(closed).toEqual({
      first_name: '',
      phone: '',
      email: `none:${id}`,
      closing_email: null,
      is_blocked: true,
    });
    expect((await close()).status).toBe(404);
    expect((await sell({ ...later, user_id: id })).status).toBe(404);
    expect((await sell(later)).status).toBe(200);
    expect((await onlyAccount()).id).not.toBe(id);
  });
});

test('no page and no file of the desk shows the stand-in for the address', async () => {
  const id = dataOf(await sell()).booking_id;
  const { id: userId } = await onlyAccount();
  await issueDueTaxDocuments(server);
  const found = await get<PeopleResponse>(
    server,
    `${deskPaths.people}?search=${phone.slice(3)}`,
    desk.access,
  );
  expect(found.body.data).toEqual([
    expect.objectContaining({ id: userId, email: '', identity: 'phone-only' }),
  ]);
  const period = `from=${addDays(DAY, -30)}&to=${addDays(DAY, 30)}`;
  const urls = [
    `${deskPaths.people}?search=none`,
    `${deskPaths.people}?search=`,
    `${deskPaths.person}?user_id=${userId}`,
    `${deskPaths.booking}?booking_id=${id}`,
    `${deskPaths.dayPlan}?date=${DAY}`,
    deskPaths.audit,
    deskPaths.money,
    deskPaths.roles,
    `${deskPaths.payments}?${period}`,
    `${deskPaths.report}?${period}`,
    `${deskPaths.exportPoints}?${period}`,
  ];
  for (const url of urls) {
    const response = await fetch(`${server.url}${url}`, {
      headers: { authorization: `Bearer ${owner.access}` },
    });
    expect(response.status, url).toBe(200);
    expect(await response.text(), url).not.toContain('none:');
  }
});
