import { beforeEach, describe, expect, test } from 'vitest';
import type { CompaniesResponse, CompanyResponse } from '../../../contract/desk/money/companies.ts';
import type { ReceivedPaymentsResponse } from '../../../contract/desk/money/payments.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { PersonResponse } from '../../../contract/desk/people.ts';
import type { BookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import type { ExportResponse } from '../../../contract/account/account.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { invoiceCompanies } from '../../../server/companies/invoicing.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { bookingFields, get, post, signIn, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments, issuedTaxDocuments } from '../../invoices/issuing.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callAs, companyDetails, outcome } from './companyCalls.ts';
import { fetchCancelTerms, fetchMoveTerms } from '../cancelling.ts';
import { costOf, create, DAY, dataOf, ROOM } from '../startPayments.ts';

/* Bookings on the account of a company, its limit and its transfers. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
let company: string;

const call = (path: string, fields: object, user = desk) => callAs(path, fields, user);
/** ₹592.36 an hour: three hours and a half more. */
const details = { ...companyDetails, limit: '2000' };
beforeEach(async () => {
  desk = await signIn(server, 'desk');
  owner = await signIn(server, 'owner');
  company = dataOf(await call(deskPaths.saveCompany, { ...details, id: '' }, owner)).id;
  dataOf(await addGuest());
});
const addGuest = (fields: object = {}) =>
  call(deskPaths.addCompanyMember, { company_id: company, email: 'guest@example.com', ...fields }, owner);

const RANGE: SlotRange = { start: 20, end: 24 };
const PRICE = '1184.72';
const sale = (range = RANGE, fields: object = {}) =>
  call(deskPaths.sell, {
    email: 'guest@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
    method: 'account',
    amount: costOf(range),
    ...fields,
  });
const sell = async (range = RANGE): Promise<string> => dataOf(await sale(range)).booking_id;
const load = async () =>
  dataOf(await get<CompanyResponse>(server, `${deskPaths.company}?id=${company}`, owner.access));
const transfer = (fields: object = {}, user = owner) =>
  call(
    deskPaths.recordTransfer,
    { company_id: company, received_on: '2025-11-20', amount: '500', reference: 'UTR1', ...fields },
    user,
  );
const sumsOf = async () => {
  const { charged, returned, transferred, open } = await load();
  return { charged, returned, transferred, open };
};
const documents = async () => {
  await issueDueTaxDocuments(server);
  return issuedTaxDocuments(server.database);
};

test('a booking on account is booked at once, is owed by the company, and has no invoice of its own', async () => {
  const id = await sell();
  const { open, limit, since, charges } = await load();
  expect({ open, limit }).toEqual({ open: PRICE, limit: '2000.00' });
  expect(charges).toMatchObject([{ booking_id: id, amount: PRICE, open: PRICE, on: since, due: null }]);
  expect(await documents()).toEqual([]);
  expect(dataOf(await get<CompaniesResponse>(server, deskPaths.companies, desk.access))).toMatchObject([
    { id: company, open: PRICE, since },
  ]);
  // Nobody has received money, and no till has it.
  expect(await server.database.selectFrom('till_entry').select('id').execute()).toEqual([]);
});

describe('the limit', () => {
  test('refuses a booking that exceeds it, and changes nothing', async () => {
    await sell();
    expect(await outcome(sale({ start: 26, end: 30 }))).toBe(
      '400 bad-input: method must be another: Palm Tea Traders LLP has ₹815.28 left of its limit',
    );
    expect(await sumsOf()).toMatchObject({ charged: PRICE, open: PRICE });
    expect(await outcome(sale({ start: 26, end: 28 }))).toBe('done');
  });
  test('counts an extension', async () => {
    const id = await sell();
    const extend = (end: number, fields: object = {}) =>
      call(deskPaths.extend, {
        booking_id: id,
        sequence: 0,
        start_time: '10:00:00',
        end_time: slotTime(end),
        amount: costOf({ start: 24, end }),
        method: 'account',
        ...fields,
      });
    expect(await outcome(extend(28))).toMatch(/^400 bad-input: method must be another: Palm Tea/);
    expect(await outcome(extend(26, { method: 'cash' }))).toMatch(/must be on account/);
    expect(await outcome(extend(26))).toBe('done');
    expect(await sumsOf()).toMatchObject({ charged: '1777.08', open: '1777.08' });
  });
  test('is freed by a transfer', async () => {
    await sell();
    expect(await outcome(transfer({ amount: PRICE }))).toBe('done');
    expect(await outcome(sale({ start: 26, end: 30 }))).toBe('done');
  });
});

test('only a customer of an open company books on account, and no sale of several dates does', async () => {
  expect(await outcome(sale(RANGE, { email: 'member@example.com' }))).toMatch(/belongs to no company/);
  expect(await outcome(sale(RANGE, { later_dates: ['2025-12-02'] }))).toMatch(/for several dates/);
  const closed = { ...details, id: company, version: 1, closed: '1' };
  expect(await outcome(call(deskPaths.saveCompany, closed, owner))).toBe('done');
  expect(await outcome(sale())).toMatch(/is closed/);
  const cash = dataOf(await sale(RANGE, { method: 'cash' })).booking_id;
  const extension = {
    booking_id: cash,
    sequence: 0,
    start_time: '10:00:00',
    end_time: '12:30:00',
    amount: costOf({ start: 24, end: 25 }),
    method: 'account',
  };
  expect(await outcome(call(deskPaths.extend, extension))).toMatch(/not on account/);
});

describe('what is returned of a booking on account is no longer open, at once', () => {
  const refunds = () =>
    server.database.selectFrom('refund').select(['amount_paise', 'status', 'refund_id']).execute();
  test.each([
    [
      'a cancellation',
      (id: string) =>
        call(deskPaths.cancel, { booking_id: id, policy_refund: PRICE, refund: '1000', reason: 'Fee' }),
      '1000.00',
    ],
    [
      'a shorter booking',
      (id: string) =>
        call(deskPaths.shorten, {
          booking_id: id,
          sequence: 0,
          start_time: '10:00:00',
          end_time: '11:00:00',
          policy_refund: '592.36',
          refund: '592.36',
          reason: 'Fewer people',
        }),
      '592.36',
    ],
    [
      'a refund of the desk',
      (id: string) =>
        call(
          deskPaths.makeRefund,
          { booking_id: id, amount: '300', left: PRICE, method: 'account', reason: 'Broken projector' },
          owner,
        ),
      '300.00',
    ],
  ])('%s', async (_case, change, returned) => {
    const id = await sell();
    expect(await outcome(change(id))).toBe('done');
    const open = (Number(PRICE) - Number(returned)).toFixed(2);
    expect(await sumsOf()).toEqual({ charged: PRICE, returned, transferred: '0.00', open });
    await reconcile(server.payments);
    expect(await refunds()).toMatchObject([
      { status: 'processed', refund_id: expect.stringMatching(/^desk_account_/) },
    ]);
  });
  test.each(['provider', 'cash'])('a refund by %s is refused', async (method) => {
    const id = await sell();
    const refund = { booking_id: id, amount: '300', left: PRICE, method, reason: 'Broken projector' };
    expect(await outcome(call(deskPaths.makeRefund, refund, owner))).toMatch(/must be on account/);
    expect(await refunds()).toEqual([]);
  });
});

test('the customer cancels as any other booking, nothing is paid out, and the company owes less', async () => {
  const id = await sell();
  const terms = dataOf(await fetchCancelTerms(server, id));
  expect(terms.refund).toBe(PRICE);
  expect(await outcome(call(paths.cancel, { booking_id: id, refund: terms.refund }, server.guest))).toBe(
    'done',
  );
  expect(await sumsOf()).toEqual({ charged: PRICE, returned: PRICE, transferred: '0.00', open: '0.00' });
  expect(await documents()).toEqual([]);
});

describe('next to a server of the previous version', () => {
  /** That server takes the payment for one of the provider, and leaves the refund due. */
  async function cancelAsBefore(): Promise<string> {
    const id = await sell();
    const { paid_by_payment_id: payment } = await server.database
      .updateTable('booking')
      .set({ status: bookingCodes.cancelled, cancelled_at: new Date(server.clock.now), returned: 118_472 })
      .where('id', '=', id)
      .returning('paid_by_payment_id')
      .executeTakeFirstOrThrow();
    const refund = await server.database
      .insertInto('refund')
      .values({
        paying_payment_id: payment,
        booking_id: id,
        amount_paise: 118_472,
        reason: 'cancelled',
        due_since: new Date(server.clock.now),
        next_try_at: new Date(server.clock.now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return refund.id;
  }
  test('a booking that it cancels is owed no more at once, and its refund is processed later', async () => {
    await cancelAsBefore();
    expect(await sumsOf()).toMatchObject({ returned: PRICE, open: '0.00' });
    await reconcile(server.payments);
    const [refund] = await server.database.selectFrom('refund').select(['status', 'refund_id']).execute();
    expect(refund).toMatchObject({ status: 'processed', refund_id: expect.stringMatching(/^desk_account_/) });
    const [payment] = await server.database.selectFrom('payment').select('status').execute();
    expect(payment).toEqual({ status: 'refunded' });
  });
  test('the desk pays nothing out, neither here nor there', async () => {
    const refund = await cancelAsBefore();
    const handBack = { refund_id: refund, method: 'cash', reference: '' };
    expect(await outcome(call(deskPaths.handBack, handBack, owner))).toBe('409 changed-meanwhile');
    const payOutThere = server.database
      .updateTable('refund')
      .set({ status: 'processed', refund_id: `desk_cash_${refund}` })
      .where('id', '=', refund)
      .execute();
    await expect(payOutThere).rejects.toThrow('refund_of_charge_is_on_account');
    expect(await server.database.selectFrom('till_entry').select('id').execute()).toEqual([]);
  });
});

describe('a move by the customer', () => {
  const move = (id: string, range: SlotRange, difference: string) =>
    call(
      paths.move,
      {
        booking_id: id,
        mid: ROOM,
        bdate: '2025-11-26',
        ...bookingTimes(range),
        sequence: 0,
        difference,
      },
      server.guest,
    );
  test('at the same price moves, and at a lower one the company owes less', async () => {
    const id = await sell();
    expect(await outcome(move(id, { start: 20, end: 22 }, '-592.36'))).toBe('done');
    expect(await sumsOf()).toMatchObject({ returned: '592.36', open: '592.36' });
  });
  test('at a higher price is charged to the company, once, and cancelling returns all of it', async () => {
    const id = await sell();
    const to: SlotRange = { start: 20, end: 26 };
    const terms = dataOf(await fetchMoveTerms(server, id, { day: '2025-11-26', range: to }));
    expect(terms).toMatchObject({ difference: '592.36', on_account: true });
    expect(await outcome(move(id, to, '592.36'))).toBe('done');
    expect(await outcome(move(id, to, '592.36'))).toBe('done');
    expect(await sumsOf()).toMatchObject({ charged: '1777.08', open: '1777.08' });
    expect(await documents()).toEqual([]);
    const { refund } = dataOf(await fetchCancelTerms(server, id));
    expect(refund).toBe('1777.08');
    expect(await outcome(call(paths.cancel, { booking_id: id, refund }, server.guest))).toBe('done');
    expect(await sumsOf()).toMatchObject({ returned: '1777.08', open: '0.00' });
  });
  test('above the limit is refused with what is left, and changes nothing', async () => {
    const id = await sell();
    const { status, body } = await move(id, { start: 20, end: 28 }, PRICE);
    expect([status, body.error.code]).toEqual([409, 'not-on-account']);
    expect(body.error.message).toMatch(/has ₹815.28 left on its account, and this change costs ₹1,184.72/);
    expect(await sumsOf()).toMatchObject({ charged: PRICE, open: PRICE });
    const booking = await server.database.selectFrom('booking').select(['end_slot', 'sequence']).execute();
    expect(booking).toEqual([{ end_slot: 24, sequence: 0 }]);
  });
  test('at a higher price needs a person of its company', async () => {
    const id = await sell();
    const leave = { company_id: company, user_id: server.guest.user_id, reason: 'Left' };
    dataOf(await call(deskPaths.removeCompanyMember, leave, owner));
    const { body } = await move(id, { start: 20, end: 26 }, '592.36');
    expect(body.error.message).toMatch(/no longer book for the company of this booking/);
    expect(await outcome(move(id, { start: 20, end: 22 }, '-592.36'))).toBe('done');
  });
});

describe('transfers', () => {
  test('pay the oldest bookings first, and what is too much stays as credit', async () => {
    const first = await sell({ start: 20, end: 22 });
    server.clock.now += 60_000;
    const second = await sell({ start: 26, end: 28 });
    await transfer({ amount: '600' });
    const { charges, open } = await load();
    expect(open).toBe('584.72');
    expect(charges.map((charge) => [charge.booking_id, charge.open])).toEqual([[second, '584.72']]);
    await transfer({ amount: '1000', reference: 'UTR2' });
    expect(await load()).toMatchObject({ open: '-415.28', charges: [], since: null });
    expect(first).not.toBe(second);
  });
  test('and refunds decide since when something is open, in the list as on the page of the company', async () => {
    const other = { ...details, name: 'Adyar Press', id: '' };
    dataOf(await call(deskPaths.saveCompany, other, owner));
    const sinceOf = async () => {
      const [idle, own, ...others] = dataOf(
        await get<CompaniesResponse>(server, deskPaths.companies, owner.access),
      );
      expect([idle, others]).toEqual([
        expect.objectContaining({ name: other.name, open: '0.00', since: null }),
        [],
      ]);
      const { open, since } = await load();
      expect(own).toMatchObject({ open, since });
      return [open, since];
    };
    const sellOn = async (day: string, range: SlotRange) => {
      server.clock.now = Date.parse(`${day}T06:00:00Z`);
      desk = await signIn(server, 'desk');
      owner = await signIn(server, 'owner');
      return sell(range);
    };
    const first = await sellOn('2025-11-20', { start: 20, end: 22 });
    await sellOn('2025-11-21', { start: 24, end: 26 });
    await sellOn('2025-11-22', { start: 28, end: 30 });
    expect(await sinceOf()).toEqual(['1777.08', '2025-11-20']);
    await transfer({ amount: '592.35' });
    expect(await sinceOf()).toEqual(['1184.73', '2025-11-20']);
    const refund = {
      booking_id: first,
      amount: '100',
      left: '592.36',
      method: 'account',
      reason: 'Too loud',
    };
    dataOf(await call(deskPaths.makeRefund, refund, owner));
    expect(await sinceOf()).toEqual(['1084.73', '2025-11-21']);
    await transfer({ amount: '492.37', reference: 'UTR2' });
    expect(await sinceOf()).toEqual(['592.36', '2025-11-22']);
    await transfer({ amount: '592.36', reference: 'UTR3' });
    expect(await sinceOf()).toEqual(['0.00', null]);
  });
  test('are among the received payments, and bookings on account are not', async () => {
    await sell();
    await transfer();
    const period = '?from=2025-11-01&to=2025-11-30';
    const { payments, totals } = dataOf(
      await get<ReceivedPaymentsResponse>(server, deskPaths.payments + period, owner.access),
    );
    expect(payments).toMatchObject([{ method: 'transfer', amount: '500.00', payment_reference: 'UTR1' }]);
    expect(totals).toMatchObject([{ method: 'transfer', payments: 1, amount: '500.00' }]);
    const file = await fetch(`${server.url}${deskPaths.reportFile}${period}&table=payments`, {
      headers: { authorization: `Bearer ${owner.access}` },
    });
    expect((await file.text()).trim().split('\n')).toMatchObject([
      expect.stringMatching(/^.?Date/),
      expect.stringMatching(/^2025-11-20,,.*Palm Tea Traders LLP,Bank transfer,UTR1,.*,500,/),
    ]);
  });
  test('have a reference once; a repeated call changes nothing', async () => {
    expect(await outcome(transfer())).toBe('done');
    expect(await outcome(transfer())).toBe('done');
    expect(await outcome(transfer({ amount: '501', reference: 'utr-1 ' }))).toMatch(/^409 reference-used/);
    expect(await outcome(transfer({ received_on: '2026-11-20', reference: 'UTR9' }))).toMatch(/future/);
    expect(await outcome(transfer({ received_on: '1999-11-20', reference: 'UTR9' }))).toMatch(/a year ago/);
    expect((await load()).transfers).toHaveLength(1);
  });
  test('are removed when they were recorded by mistake, and can then be recorded again', async () => {
    await sell();
    expect(await outcome(transfer({ amount: '5000' }))).toBe('done');
    const [recorded] = (await load()).transfers;
    const mistake = { company_id: company, transfer_id: recorded?.id, reason: 'One zero too many' };
    const remove = (fields: object = {}, user = owner) =>
      outcome(call(deskPaths.removeTransfer, { ...mistake, ...fields }, user));
    expect(await remove({}, desk)).toMatch(/^403/);
    expect(await remove({ reason: '' })).toMatch(/^400 bad-input: reason/);
    expect(await remove()).toBe('done');
    expect(await remove()).toBe('done');
    expect(await sumsOf()).toMatchObject({ transferred: '0.00', open: PRICE });
    const audited = await server.database
      .selectFrom('audit_entry')
      .select(['was', 'reason'])
      .where('action', '=', 'transfer removed')
      .execute();
    expect(audited).toEqual([
      { was: { received_on: '2025-11-20', amount: '5000.00', reference: 'UTR1' }, reason: mistake.reason },
    ]);
    expect(await outcome(transfer({ amount: '500' }))).toBe('done');
    expect(await sumsOf()).toMatchObject({ transferred: '500.00', open: '684.72' });
  });
  test('count for one company', async () => {
    expect(await outcome(transfer())).toBe('done');
    const fields = { ...details, id: '', name: 'Chola Traders' };
    const other = dataOf(await call(deskPaths.saveCompany, fields, owner)).id;
    expect(await outcome(transfer({ company_id: other }))).toBe(
      `409 reference-used: reference has been recorded already, for ${details.name}`,
    );
  });
});

describe('a person of the company on the site', () => {
  const book = (range = RANGE, fields: object = {}, user = server.guest) =>
    call(
      paths.bookOnAccount,
      { ...bookingFields(user, ROOM, DAY, range), amount: costOf(range), currency: 'INR', ...fields },
      user,
    );
  const companyOf = async (user: SignedIn) =>
    dataOf(
      await get<MemberDetailsResponse>(server, `${paths.memberDetails}?uid=${user.user_id}`, user.access),
    ).account_company;

  test('books on its account, once, and the booking is confirmed', async () => {
    expect(await companyOf(server.guest)).toBe(details.name);
    const { booking_id: id } = dataOf(await book());
    expect(dataOf(await book()).booking_id).toBe(id);
    const { charges, open } = await load();
    expect({ open, ids: charges.map(({ booking_id }) => booking_id) }).toEqual({ open: PRICE, ids: [id] });
    const booking = await server.database
      .selectFrom('booking')
      .select(['status', 'paid_with', 'total_paise'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(booking).toEqual({ status: 'confirmed', paid_with: 'card', total_paise: 118_472 });
    const email = server.database
      .selectFrom('letter')
      .select('kind')
      .where('user_id', '=', server.guest.user_id);
    expect(await email.execute()).toEqual([{ kind: 'booked' }]);
  });
  test('sees it as on account, without the number of a payment, and cancels it by its policy', async () => {
    const { booking_id: id } = dataOf(await book());
    const { access } = server.guest;
    const { payments } = dataOf(
      await get<BookingDetailsResponse>(server, `${paths.bookingDetails}?booking_id=${id}`, access),
    );
    expect(payments).toMatchObject([{ method: 'desk-account', amount: PRICE, reference: null }]);
    const { refund, on_account } = dataOf(await fetchCancelTerms(server, id));
    expect({ refund, on_account }).toEqual({ refund: PRICE, on_account: true });
    expect(await outcome(call(paths.cancel, { booking_id: id, refund }, server.guest))).toBe('done');
    expect(await sumsOf()).toMatchObject({ charged: PRICE, returned: PRICE, open: '0.00' });
    expect(await server.database.selectFrom('refund').select('status').execute()).toEqual([
      { status: 'processed' },
    ]);
  });
  test('is on the invoice of the month', async () => {
    const { booking_id: id } = dataOf(await book());
    expect(await documents()).toEqual([]);
    server.clock.now = Date.parse('2025-12-01T04:00:00Z');
    await invoiceCompanies(server.payments);
    const [invoice, ...others] = await documents();
    expect(others).toEqual([]);
    owner = await signIn(server, 'owner');
    const [line] = (await load()).charges;
    expect(line).toMatchObject({ booking_id: id, invoice: invoice?.number });
    expect(invoice).toMatchObject({ buyer: { name: details.name }, amounts: { total: PRICE } });
  });
  test('is refused after the desk has removed the person, and no longer sees the choice', async () => {
    const leave = { company_id: company, user_id: server.guest.user_id, reason: 'Left' };
    dataOf(await call(deskPaths.removeCompanyMember, leave, owner));
    const { body } = await book();
    expect(body.error).toMatchObject({
      code: 'not-on-account',
      message: 'You no longer book for a company. Nothing was booked. You can pay it yourself.',
    });
    expect(await companyOf(server.guest)).toBe('');
  });
  test('is refused above the limit with what is left, and nothing is booked', async () => {
    dataOf(await book());
    const { status, body } = await book({ start: 26, end: 30 });
    expect([status, body.error.code]).toEqual([409, 'not-on-account']);
    expect(body.error.message).toMatch(/has ₹815.28 left on its account, and this booking costs ₹1,184\.72/);
    expect(await sumsOf()).toMatchObject({ charged: PRICE });
    const bookings = await server.database.selectFrom('booking').select('status').execute();
    expect(bookings).toEqual([{ status: 'confirmed' }]);
  });
  test('does not lose a hold that another tab is paying when the account refuses', async () => {
    const long: SlotRange = { start: 20, end: 28 };
    const held = dataOf(await create(server, long)).notes[2].booking_id;
    expect((await book(long)).body.error.code).toBe('not-on-account');
    const booking = await server.database
      .selectFrom('booking')
      .select('status')
      .where('id', '=', held)
      .executeTakeFirst();
    expect(booking).toEqual({ status: 'held' });
  });
  test('needs a proven address', async () => {
    const prove = (at: Date | null) =>
      server.database
        .updateTable('app_user')
        .set({ email_confirmed_at: at })
        .where('id', '=', server.guest.user_id)
        .execute();
    await prove(null);
    expect(await companyOf(server.guest)).toBe('');
    const { body } = await book();
    await prove(new Date(server.clock.now));
    expect(body.error).toMatchObject({
      code: 'not-on-account',
      message: expect.stringMatching(/^Nothing was booked. Confirm your email address first/) as string,
    });
    expect(await sumsOf()).toMatchObject({ charged: '0.00' });
  });
  test('is refused at another price, without a company, and on a closed account', async () => {
    expect((await book(RANGE, { amount: '1' })).body.error.code).toBe('price-changed');
    expect(await companyOf(server.member)).toBe('');
    expect((await book(RANGE, {}, server.member)).body.error.code).toBe('not-on-account');
    const closed = { ...details, id: company, version: 1, closed: '1' };
    expect(await outcome(call(deskPaths.saveCompany, closed, owner))).toBe('done');
    expect(await companyOf(server.guest)).toBe('');
    expect((await book()).body.error.code).toBe('not-on-account');
    expect(await sumsOf()).toMatchObject({ charged: '0.00' });
  });
});

test('a person who has booked on account exports it, and closes the account; what was booked stays', async () => {
  const person = {
    first_name: 'Asha',
    email: 'asha@palmtea.example.com',
    phone: '+919840012345',
    password: 'Palm-2025!',
  };
  const { body } = await post<{ session: SignedIn }>(server, paths.register, person);
  const asha = body.session;
  await server.database
    .updateTable('app_user')
    .set({ email_confirmed_at: new Date(server.clock.now) })
    .where('id', '=', asha.user_id)
    .execute();
  dataOf(await addGuest({ email: person.email }));
  dataOf(await sale(RANGE, { email: person.email }));
  const exported = await get<ExportResponse>(server, paths.exportData, asha.access);
  expect(exported.body.account).toMatchObject({ books_for_company: details.name });
  const close = () => outcome(call(paths.closeAccount, { password: person.password }, asha));
  expect(await close()).toMatch(/^409 bookings-ahead/);
  await server.database.updateTable('booking').set({ day: '2025-11-20' }).execute();
  expect(await close()).toBe('done');
  const { members, open, charges } = await load();
  expect(members.map(({ email }) => email)).toEqual(['guest@example.com']);
  expect({ open, charges }).toMatchObject({ open: PRICE, charges: [{ customer: '', open: PRICE }] });
});

test('a person books for one company, leaves it, and what was booked stays', async () => {
  expect(await outcome(addGuest())).toBe('done');
  const other = { ...details, id: '', name: 'Adyar Press', gstin: '' };
  const otherId = dataOf(await call(deskPaths.saveCompany, other, owner)).id;
  expect(await outcome(addGuest({ company_id: otherId }))).toMatch(/belongs to Palm Tea Traders LLP/);
  expect(await outcome(addGuest({ email: 'nobody@example.com' }))).toMatch(/has no account/);
  expect(
    await outcome(call(deskPaths.saveCompany, { ...other, name: 'palm tea traders llp' }, owner)),
  ).toMatch(/another company/);
  const person = async () =>
    dataOf(
      await get<PersonResponse>(server, `${deskPaths.person}?user_id=${server.guest.user_id}`, desk.access),
    ).books_for;
  expect(await person()).toEqual({ id: company, name: details.name });
  const id = await sell();
  const leave = { company_id: company, user_id: server.guest.user_id, reason: 'Left' };
  expect(await outcome(call(deskPaths.removeCompanyMember, leave, owner))).toBe('done');
  expect(await load()).toMatchObject({ members: [], open: PRICE });
  expect(await person()).toBeNull();
  expect(await outcome(addGuest({ company_id: otherId }))).toBe('done');
  const extension = {
    booking_id: id,
    sequence: 0,
    start_time: '10:00:00',
    end_time: '12:30:00',
    amount: costOf({ start: 24, end: 25 }),
    method: 'account',
  };
  expect(await outcome(call(deskPaths.extend, extension))).toMatch(/no longer belongs to the company/);
  dataOf(await call(deskPaths.removeCompanyMember, { ...leave, company_id: otherId }, owner));
  expect(await outcome(sale({ start: 26, end: 28 }))).toMatch(/belongs to no company/);
});

test('the audit has the names of changed invoice details, and not what they say', async () => {
  const changed = { address: '5 Armenian Street, Chennai 600001', email: 'meera@palmtea.example.com' };
  const change = { ...details, id: company, version: 1, ...changed };
  expect(await outcome(call(deskPaths.saveCompany, change, owner))).toBe('done');
  const entry = await server.database
    .selectFrom('audit_entry')
    .select(['was', 'became'])
    .where('action', '=', 'company changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const same = { name: details.name, limit: '2000.00', term_days: 30, closed: false };
  expect(entry).toEqual({ was: same, became: { ...same, changed: 'address, email' } });
});

test('a change of somebody else is not overwritten', async () => {
  const change = (limit: string) =>
    outcome(call(deskPaths.saveCompany, { ...details, id: company, version: 1, limit }, owner));
  expect(await change('3000')).toBe('done');
  expect(await change('3000')).toBe('done');
  expect(await change('4000')).toBe('409 changed-meanwhile');
});
