import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { PersonResponse } from '../../../contract/desk/people.ts';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import type { MoneyResponse, ProviderResponse } from '../../../contract/desk/money/money.ts';
import type { DeskEnquiryResponse, EnquiriesResponse } from '../../../contract/desk/enquiries.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DocumentsOfMonthResponse, ReportResponse } from '../../../contract/desk/reports.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { printHere } from '../../../server/invoices/pdf/printTaxDocuments.ts';
import { printMonthDocuments } from '../../../server/invoices/documents/printMonthDocuments.ts';
import { processRefunds } from '../../../server/payments/reconcile/processRefunds.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByCard } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* Money at the desk: cash and UPI payments, refunds, resent emails, enquiries and reports. */

withFreshPayments();
let desk: SignedIn | undefined;
let owner: SignedIn | undefined;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

type CallResponse = ApiResponse<{ data: { booking_id: string } } & ErrorBody>;
const call = (path: string, fields: Record<string, unknown>, user = desk): Promise<CallResponse> =>
  post(server, path, fields, { token: user?.access });
const outcome = async (pending: Promise<CallResponse>) => {
  const { status, body } = await pending;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
const MORNING: SlotRange = { start: 20, end: 22 };
const sell = (fields: Record<string, unknown> = {}) =>
  call(deskPaths.sell, {
    email: 'guest@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(MORNING),
    method: 'cash',
    amount: '592.36',
    ...fields,
  });
const fetchMoney = async () => dataOf(await get<MoneyResponse>(server, deskPaths.money, desk?.access));
const cancel = (id: string, refund: string, policy = '592.36') =>
  call(deskPaths.cancel, {
    booking_id: id,
    policy_refund: policy,
    refund,
    reason: 'The projector is broken',
  });
const emails = async () =>
  (await server.database.selectFrom('letter').select('kind').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );
const taxDocuments = () =>
  server.database.selectFrom('paper').select(['kind', 'total_paise']).orderBy('due_id').execute();

describe('a booking that is paid at the desk', () => {
  test.each([{ method: 'upi', reference: '532715204418' }, { method: 'cash' }])(
    'shows the reference that the clerk entered, never our number: %j',
    async (paid) => {
      const id = dataOf(await sell(paid)).booking_id;
      const path = `${deskPaths.booking}?booking_id=${id}`;
      const { payments } = dataOf(await get<DeskBookingResponse>(server, path, desk?.access));
      expect(payments).toMatchObject([{ reference: paid.reference ?? null }]);
    },
  );

  test('is confirmed, invoiced and listed like a booking by card', async () => {
    const id = dataOf(await sell({ method: 'upi', reference: '532715204418' })).booking_id;
    await issueDueTaxDocuments(server);
    expect(await taxDocuments()).toEqual([{ kind: 'invoice', total_paise: 59236 }]);
    expect(await emails()).toEqual(['booked', 'invoice']);
    const myBookings = await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access);
    expect(myBookings.body.data).toEqual([
      expect.objectContaining({ id, status: 'confirmed', amount: '592.36' }),
    ]);
    const { audit } = {
      audit: await server.database
        .selectFrom('audit_entry')
        .select('became')
        .where('subject_id', '=', id)
        .execute(),
    };
    expect(audit).toEqual([
      { became: expect.objectContaining({ method: 'upi', paid: '592.36', reference: '532715204418' }) },
    ]);
    // The reference of one transfer is used for a second booking.
    const again = { ...bookingTimes({ start: 30, end: 32 }), method: 'upi', reference: ' 532715204418 ' };
    expect((await sell(again)).body.error).toMatchObject({
      code: 'reference-used',
      fields: { reference: 'has been used already' },
    });
  });

  test('creates an account for a new customer, with the required details', async () => {
    const email = 'kavya@example.com';
    expect((await sell({ email })).body.error).toMatchObject({
      code: 'not-found',
      fields: { email: expect.any(String) },
    });
    expect(await outcome(sell({ email, first_name: 'Kavya', phone: '98400 12399' }))).toBe('done');
    const made = await server.database
      .selectFrom('app_user')
      .select(['first_name', 'phone', 'is_member', 'email_confirmed_at'])
      .where('email', '=', email)
      .execute();
    expect(made).toEqual([
      { first_name: 'Kavya', phone: '+919840012399', is_member: false, email_confirmed_at: null },
    ]);
  });

  test.each([
    [{ amount: '1' }, '409 price-changed'],
    [{ amount: '-592.36' }, '400 bad-input'],
    [{ method: 'card' }, '400 bad-input'],
    [{ method: 'upi', reference: ' ' }, '400 bad-input'],
    [{ reference: 'two\nlines' }, '400 bad-input'],
    [{ phone: 'not a number' }, '400 bad-input'],
    [{ bdate: '2024-01-01' }, '400 bad-input'],
    [{ ctime: '09:00:00' }, '400 bad-input'],
    [{ gstin: '33AAACH7409R1Z8' }, '400 bad-input'],
    [{ company_name: 'A', gstin: '33AAACH7409R1Z8' }, '400 bad-input'],
    [{ company_name: 'A', address: 'B', gstin: '33AAACH7409R1Z9' }, '400 bad-input'],
    [{ company_name: '株式会社' }, '400 bad-input'],
    [{ note: 'x'.repeat(2001) }, '400 bad-input'],
    [{ mid: 999 }, '404 not-found'],
    [{ email: 'blocked@example.com' }, '403 blocked'],
  ])('is refused with %j: %s', async (fields, error) => {
    expect(await outcome(sell(fields))).toBe(error);
    expect(await server.database.selectFrom('booking').select('id').execute()).toEqual([]);
    expect(await server.database.selectFrom('desk_payment').select('payment_id').execute()).toEqual([]);
  });

  test('saves the company for the invoice, which later sales use, and the note', async () => {
    const company = {
      company_name: 'Chennai Textiles Private Limited',
      address: '12 Usman Road, Chennai 600017',
      gstin: ' 33aaach7409r1z8 ',
    };
    const id = dataOf(await sell({ ...company, note: 'Comes every Tuesday' })).booking_id;
    await sell({ ...bookingTimes({ start: 30, end: 32 }) });
    await issueDueTaxDocuments(server);
    const buyer = { name: company.company_name, address: company.address, gstin: '33AAACH7409R1Z8' };
    const invoices = await server.database.selectFrom('paper').select('content').execute();
    expect(invoices.map(({ content }) => JSON.parse(content) as unknown)).toEqual([
      expect.objectContaining({ buyer: expect.objectContaining(buyer) }),
      expect.objectContaining({ buyer: expect.objectContaining(buyer) }),
    ]);
    const { notes } = dataOf(
      await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk?.access),
    );
    expect(notes).toEqual([expect.objectContaining({ text: 'Comes every Tuesday' })]);
    const changes = server.database
      .selectFrom('audit_entry')
      .select(['action', 'was', 'became'])
      .where('action', 'in', ['invoice details entered', 'note written']);
    const { name: company_name, ...rest } = buyer;
    expect(await changes.orderBy('id').execute()).toEqual([
      { action: 'invoice details entered', was: null, became: { fields: 'company, address, GSTIN' } },
      { action: 'note written', was: null, became: { characters: 19 } },
    ]);
    // The customer's page and the next form show them; another address is saved for the next invoice.
    await sell({ ...bookingTimes({ start: 40, end: 42 }), ...company, address: '1 Anna Salai' });
    const { user_id } = await server.database
      .selectFrom('booking')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const person = await get<PersonResponse>(server, `${deskPaths.person}?user_id=${user_id}`, desk?.access);
    expect(dataOf(person).billing).toEqual({ company_name, ...rest, address: '1 Anna Salai' });
  });

  const COMPANY = { company_name: 'Zone', address: 'Taramani', gstin: '33AAACH7409R1Z8' };
  test.each([
    ['only the company is typed', { company_name: 'Zone Two' }, { ...COMPANY, company_name: 'Zone Two' }],
    ['only the address is typed', { address: 'Siruseri' }, { ...COMPANY, address: 'Siruseri' }],
    ['nothing is typed', { company_name: '', address: '', gstin: '' }, COMPANY],
    [
      'the saved details were shown, and the GSTIN was emptied',
      { ...COMPANY, gstin: '', replaces_billing: 'true' },
      { ...COMPANY, gstin: '' },
    ],
  ])('keeps what is not typed of the saved invoice details when %s', async (_when, typed, saved) => {
    await post(server, paths.billing, COMPANY, { token: server.guest.access });
    expect((await sell(typed)).status).toBe(200);
    const { data } = (await get<{ data: object }>(server, paths.billing, server.guest.access)).body;
    expect(data).toMatchObject(saved);
  });

  test('is refused with a GSTIN and neither a typed nor a saved company or address', async () => {
    await post(server, paths.billing, {}, { token: server.guest.access });
    const refused = async (fields: object) => (await sell({ ...fields })).body.error.fields;
    expect(await refused({ gstin: COMPANY.gstin })).toEqual({ company_name: 'must not be empty' });
    expect(await refused({ gstin: COMPANY.gstin, company_name: 'Zone' })).toEqual({
      address: 'must not be empty with a GSTIN',
    });
  });

  test('keeps the special economic zone of saved details when the desk changes the address', async () => {
    const sez = { company_name: 'Zone', address: 'Taramani', gstin: '33AAACH7409R1Z8', sez: 'true' };
    await post(server, paths.billing, sez, { token: server.guest.access });
    await sell({ company_name: 'Zone', address: 'Siruseri', gstin: '33AAACH7409R1Z8' });
    const saved = await server.database.selectFrom('billing_details').select(['address', 'is_sez']).execute();
    expect(saved).toEqual([{ address: 'Siruseri', is_sez: true }]);
  });

  test('when two clerks sell the same times, one succeeds and the other gets the taken slots', async () => {
    const responses = await Promise.all([sell(), sell({ email: 'member@example.com' })]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'slot-taken',
      taken: ['10:00:00', '10:30:00'],
    });
    expect(await server.database.selectFrom('payment').select('payment_id').execute()).toHaveLength(1);
  });

  test('is refunded at the desk without the provider, with a credit note and an email', async () => {
    const id = dataOf(await sell()).booking_id;
    await issueDueTaxDocuments(server);
    expect(await outcome(cancel(id, '592.36'))).toBe('done');
    await processRefunds(server.payments);
    const [due] = (await fetchMoney()).refunds;
    expect(due).toMatchObject({
      booking_id: id,
      method: 'cash',
      status: 'due',
      attempts: 0,
      amount: '592.36',
    });
    const shown = async () =>
      (await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access)).body.data[0]?.refunds;
    expect(await shown()).toMatchObject([{ status: 'due', at_desk: 'cash', reference: null }]);
    const back = { refund_id: due?.id, method: 'upi', reference: '532799' };
    expect(await outcome(call(deskPaths.retryRefund, { ...back, reason: 'x' }, owner))).toBe(
      '409 changed-meanwhile',
    );
    expect(await outcome(call(deskPaths.handBack, { ...back, reference: '' }))).toBe('400 bad-input');
    expect(await outcome(call(deskPaths.handBack, back))).toBe('done');
    expect(await outcome(call(deskPaths.handBack, back))).toBe('done');
    // Another clerk tries to refund it a second time.
    expect(await outcome(call(deskPaths.handBack, { ...back, method: 'cash' }))).toBe(
      '409 changed-meanwhile',
    );
    expect(await shown()).toMatchObject([
      { status: 'processed', at_desk: 'upi', reference: null, bank_reference: '532799' },
    ]);
    await issueDueTaxDocuments(server);
    expect(await taxDocuments()).toEqual([
      { kind: 'invoice', total_paise: 59236 },
      { kind: 'credit-note', total_paise: 59236 },
    ]);
    expect((await emails()).filter((kind) => kind === 'refunded')).toHaveLength(1);
    expect(await server.database.selectFrom('payment').select('status').execute()).toEqual([
      { status: 'refunded' },
    ]);
    expect((await fetchMoney()).payments).toEqual([]);
  });
});

describe('refunds of the provider', () => {
  test('are shown while they are due, can be retried with a reason, and cannot be paid out at the desk', async () => {
    const { id, paymentId } = await bookByCard(server, DAY, MORNING);
    expect(await outcome(cancel(id, '100', '592.36'))).toBe('done');
    await server.database
      .updateTable('refund')
      .set({ attempts: 7, next_try_at: new Date(server.clock.now + 9e6) })
      .execute();
    const [due] = (await fetchMoney()).refunds;
    expect(due).toMatchObject({
      payment_id: paymentId,
      method: null,
      attempts: 7,
      amount: '100.00',
      reason: 'cancelled',
    });
    const retry = (fields: object, user = owner) =>
      outcome(
        call(deskPaths.retryRefund, { refund_id: due?.id, reason: 'The bank is back', ...fields }, user),
      );
    expect(await retry({}, desk)).toBe('403 not-allowed');
    expect(await retry({ reason: '' })).toBe('400 bad-input');
    expect(await outcome(call(deskPaths.handBack, { refund_id: due?.id, method: 'cash' }))).toBe(
      '409 changed-meanwhile',
    );
    expect(await retry({})).toBe('done');
    await processRefunds(server.payments);
    const [tried] = (await fetchMoney()).refunds;
    expect(['requested', 'processed']).toContain(tried?.status);

    const fetchProviderPayment = (payment: string) =>
      get<ProviderResponse & ErrorBody>(server, `${deskPaths.provider}?payment_id=${payment}`, desk?.access);
    expect(dataOf(await fetchProviderPayment(paymentId))).toMatchObject({
      payment_id: paymentId,
      amount: '592.36',
      refunds: [{ amount: '100.00' }],
    });
    expect((await fetchProviderPayment('pay_00000000000000')).status).toBe(404);
    expect((await fetchProviderPayment('../orders/order_1')).status).toBe(400);
  });
});

test('emails can be resent once per minute, and only for a booking that was confirmed', async () => {
  const id = dataOf(await sell()).booking_id;
  await issueDueTaxDocuments(server);
  await server.database.deleteFrom('letter').execute();
  const resend = () => outcome(call(deskPaths.resendEmails, { booking_id: id }));
  expect([await resend(), await resend()]).toEqual(['done', 'done']);
  expect(await emails()).toEqual(['booked', 'invoice']);
  await server.database.updateTable('booking').set({ status: 'expired' }).where('id', '=', id).execute();
  expect(await resend()).toBe('409 not-booked');
  expect(await outcome(call(deskPaths.resendEmails, { booking_id: 'x' }))).toBe('400 bad-input');
});

describe('enquiries', () => {
  const insertEnquiry = async (email: string, about = 'A room for forty') => {
    await server.database
      .insertInto('enquiry')
      .values({ name: 'Asha', email, phone: '98400', enquire_for: `${about} ${Math.random()}` })
      .execute();
    const { id } = await server.database
      .selectFrom('enquiry')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  };
  const list = async (state: string) =>
    (
      await get<EnquiriesResponse>(server, `${deskPaths.enquiries}?state=${state}`, desk?.access)
    ).body.data.map(({ id }) => id);
  const fetchEnquiry = async (id: number, user = desk) =>
    dataOf(await get<DeskEnquiryResponse>(server, `${deskPaths.enquiry}?id=${id}`, user?.access));
  const reply = (id: number, version: number, text = 'We have one.', user = desk) =>
    call(deskPaths.replyToEnquiry, { id, version, text }, user);
  const mark = (id: number, version: number, to: string, user = desk) =>
    call(deskPaths.markEnquiry, { id, version, mark: to }, user);

  test('are answered by an email, and have a history', async () => {
    const id = await insertEnquiry('asha@example.com');
    expect(await list('new')).toContain(id);
    expect(await outcome(mark(id, 0, 'taken'))).toBe('done');
    expect(await outcome(reply(id, 1, 'We have one.\n=1+1'))).toBe('done');
    expect(await outcome(mark(id, 2, 'closed', owner))).toBe('done');
    expect([await list('new'), await list('closed')]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
    const shown = await fetchEnquiry(id);
    expect(shown).toMatchObject({ state: 'closed', version: 3, is_mine: true, assigned_to: 'Divya Raman' });
    expect(shown.history.map(({ by: user, kind, text }) => [user, kind, text])).toEqual([
      ['Divya Raman', 'taken', null],
      ['Divya Raman', 'reply', 'We have one.\n=1+1'],
      ['Omana Raman', 'closed', null],
    ]);
    expect(await emails()).toEqual(['enquiry-reply']);
    const audit = await server.database
      .selectFrom('audit_entry')
      .select(['action', 'became'])
      .where('subject', '=', 'enquiry')
      .where('subject_id', '=', String(id))
      .execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'enquiry taken',
      'enquiry answered',
      'enquiry closed',
    ]);
    expect(JSON.stringify(audit)).not.toContain('We have one');
  });

  test('when two clerks answer at once, one email is sent and the other clerk gets the new state', async () => {
    const id = await insertEnquiry('asha@example.com');
    const responses = await Promise.all([reply(id, 0), reply(id, 0, 'Another answer', owner)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'changed-meanwhile',
      present: { state: 'answered', version: 1, change: 'reply' },
    });
    expect(await emails()).toEqual(['enquiry-reply']);
  });

  test('with an invalid address or without a text are not answered or changed', async () => {
    const id = await insertEnquiry('asha@example.com, other@example.com');
    expect(await outcome(reply(id, 0))).toBe('400 bad-input');
    expect(await outcome(reply(id, 0, '  '))).toBe('400 bad-input');
    expect(await outcome(mark(id, 0, 'deleted'))).toBe('400 bad-input');
    expect(await outcome(mark(999_999, 0, 'taken'))).toBe('404 not-found');
    expect(await fetchEnquiry(id)).toMatchObject({
      version: 0,
      is_mailable: false,
      history: [],
      state: 'new',
    });
    expect(await emails()).toEqual([]);
  });
});

describe('a report', () => {
  const report = async (from: string, to: string) =>
    get<ReportResponse & ErrorBody>(server, `${deskPaths.report}?from=${from}&to=${to}`, owner?.access);

  test('sums up sales, use and cancellations of a period', async () => {
    const keptId = dataOf(await sell()).booking_id;
    const gone = dataOf(await sell({ ...bookingTimes({ start: 30, end: 32 }) })).booking_id;
    await issueDueTaxDocuments(server);
    expect(await outcome(cancel(gone, '100'))).toBe('done');
    await issueDueTaxDocuments(server);
    const today = dateAt(server.clock.now);
    const { data } = (await report(today, DAY)).body;
    expect(data.money).toEqual({
      invoices: 2,
      credit_notes: 1,
      taxable: '919.26',
      cgst: '82.73',
      sgst: '82.73',
      igst: '0.00',
      total: '1084.72',
    });
    expect(data.cancelled).toEqual({ bookings: 1, returned: '100.00', returned_points: 0 });
    expect(data.use).toEqual([{ room_id: ROOM, weekday: 1, hour: 10, hours: 1 }]);
    expect(data.rooms.find(({ id }) => id === ROOM)).toMatchObject({ bookings: 1, hours: 1 });
    expect((await report(DAY, today)).status).toBe(DAY === today ? 200 : 400);
    expect((await report('2020-01-01', '2025-01-01')).status).toBe(400);
    expect(keptId).not.toBe(gone);
  });

  test('can be exported as CSV without formulas', async () => {
    await server.database
      .updateTable('app_user')
      .set({ first_name: '+cmd', last_name: null })
      .where('id', '=', server.guest.user_id)
      .execute();
    await sell();
    await issueDueTaxDocuments(server);
    const file = async (table: string, from = '2025-01-01', to = '2025-12-31') => {
      const url = `${server.url}${deskPaths.reportFile}?from=${from}&to=${to}&table=${table}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${owner?.access}` } });
      const bytes = Buffer.from(await response.arrayBuffer());
      const hasMark = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
      if (response.status === 200) marked.set(table, hasMark);
      return [response.status, bytes.toString()] as const;
    };
    /** Whether each file begins with a byte-order mark. */
    const marked = new Map<string, boolean>();
    expect((await file('papers'))[1]).toContain(",'+cmd,");
    expect((await file('use'))[1]).toContain('Tuesday,10:00,1');
    expect((await file('money'))[1]).toContain('Total,592.36');
    expect((await file('everything'))[0]).toBe(400);
    // The GST return is for one month, and is available only when all of its tax documents are issued.
    const month = dateAt(server.clock.now).slice(0, 7);
    const ofMonth = (table: string) => file(table, `${month}-01`, `${month}-28`);
    expect(await ofMonth('b2cs')).toEqual([200, expect.stringContaining('OE,33-Tamil Nadu,')]);
    expect(await ofMonth('docs')).toEqual([200, expect.stringContaining('Invoices for outward supply')]);
    expect((await file('b2cs'))[0]).toBe(400);
    // Spreadsheets need the mark to read the file as UTF-8; the tool of the GST return refuses it.
    expect(Object.fromEntries(marked)).toEqual({
      papers: true,
      use: true,
      money: true,
      b2cs: false,
      docs: false,
    });
    await sell({ ...bookingTimes({ start: 40, end: 42 }) });
    expect(await ofMonth('b2cs')).toEqual([503, expect.stringContaining('wait for their numbers')]);
    await issueDueTaxDocuments(server);
    await server.database
      .updateTable('app_user')
      .set({ first_name: 'Gautam', last_name: 'Raman' })
      .where('id', '=', server.guest.user_id)
      .execute();
  });

  test('has each tax document as a PDF, and all tax documents of a month in a PDF that a job makes', async () => {
    const id = dataOf(await sell()).booking_id;
    await sell({ ...bookingTimes({ start: 30, end: 32 }) });
    const month = dateAt(server.clock.now).slice(0, 7);
    const fetchAsOwner = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${owner?.access}` } });
    const request = (billingMonth: string) =>
      call(deskPaths.makeMonthDocument, { month: billingMonth }, owner);
    expect(await outcome(request(month))).toBe('503 unavailable');
    await issueDueTaxDocuments(server);
    await cancel(id, '100');
    await issueDueTaxDocuments(server);

    expect(await outcome(request(month))).toBe('done');
    const state = async () =>
      (
        await get<DocumentsOfMonthResponse>(
          server,
          `${deskPaths.monthDocument}?month=${month}`,
          owner?.access,
        )
      ).body.data;
    expect(await state()).toMatchObject({ issued: 3, document: { state: 'making', papers: 3, files: [] } });
    const { database, clock, payments } = server;
    const print = { database, print: printHere, now: () => clock.now, log: payments.log };
    expect(await printMonthDocuments(print)).toEqual([]);
    const { document } = await state();
    expect(document).toMatchObject({ state: 'ready', done: 3, files: [{ position: 1, first: 1, last: 3 }] });
    const response = await fetchAsOwner(`${deskPaths.monthDocumentFile}?id=${document?.id}&position=1`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="papers-${month}.pdf"`);
    const file = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const numbers = (
      await server.database
        .selectFrom('paper')
        .select('number')
        .orderBy('series')
        .orderBy('sequence')
        .execute()
    ).map(({ number }) => number);
    expect(numbers).toHaveLength(3);
    const { text: pages } = await extractText(file);
    expect(pages.map((page) => /(?:Invoice|Credit note) number\s+(\S+)/.exec(page)?.[1])).toEqual(numbers);
    const outline = (await file.getOutline()) as readonly { title: string }[];
    expect(outline.map(({ title }) => title.replace(/^(Tax invoice|Credit note) /, ''))).toEqual(numbers);

    expect(await outcome(request('2025-01'))).toBe('404 not-found');
    for (const wrong of ['2025-13', '2025', '2025-1', '']) expect((await request(wrong)).status).toBe(400);
    for (const position of [2, 0]) {
      const { status } = await fetchAsOwner(
        `${deskPaths.monthDocumentFile}?id=${document?.id}&position=${position}`,
      );
      expect(status).toBe(position === 2 ? 404 : 400);
    }

    const { id: taxDocument } = await server.database
      .selectFrom('paper')
      .select('id')
      .where('number', '=', numbers[0] ?? '')
      .executeTakeFirstOrThrow();
    const one = await fetchAsOwner(`${deskPaths.taxDocumentPdf}?id=${taxDocument}`);
    expect(one.headers.get('content-disposition')).toContain(`${numbers[0]?.replaceAll('/', '-')}.pdf`);
    expect(Buffer.from(await one.arrayBuffer()).toString('latin1')).toMatch(/^%PDF/);
    expect((await fetchAsOwner(`${deskPaths.taxDocumentPdf}?id=${id}`)).status).toBe(404);
  });
});
