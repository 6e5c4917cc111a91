import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import type { AxiosResponse } from 'axios';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OpenAPIClientAxios, type Document, type OpenAPIClient } from 'openapi-client-axios';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import checkedIn from '../../../contract/openapi.json';
import { accounts } from '../client.ts';
import type { DocumentsOfMonthResponse } from '../../../contract/desk/reports.ts';
import type { LoginResponse } from '../../../contract/account/session.ts';
import { describeServer } from '../../../tools/openapi/describeServer.ts';
import { errorMeanings } from '../../../tools/openapi/errorMeanings.ts';
import { examples, type Example } from '../../../tools/openapi/examples.ts';
import type { OpenApiDocument } from '../../../tools/openapi/types.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import type { PointsPurchaseOrder } from '../../../contract/points/points.ts';
import { pay } from '../../payments/payer.ts';
import { startPayments, type CreatedPayment, type PaymentServer } from '../../payments/startPayments.ts';
import { tokensTo } from '../linkInEmail.ts';

/* contract/openapi.json is correct and complete, and a client can be generated from it. */

const document = checkedIn as unknown as OpenApiDocument;
const byId = Object.fromEntries(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation]),
  ),
);

let server: PaymentServer;
let client: OpenAPIClient;
beforeAll(async () => {
  server = await startPayments();
  const definition = structuredClone(checkedIn) as unknown as Document;
  const api = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { baseURL: server.url, validateStatus: null },
  });
  client = await api.init();
});
afterAll(() => server.close());

test('the checked-in document matches the routes; `npm run openapi` writes it', async () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(await describeServer())));
});

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(checkedIn))).toEqual({ valid: true });
});

test('every operation has a unique id, and there are no unused examples', () => {
  const ids = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  expect([...new Set(ids)]).toEqual(ids);
  expect(Object.keys(examples).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation with an input has an example', () => {
  const without = Object.values(byId)
    .filter(({ requestBody, parameters }) => requestBody !== undefined || parameters?.length)
    .map(({ operationId }) => operationId);
  expect(without.filter((id) => !(id in examples))).toEqual([]);
});

test('every error code is explained, and belongs to an operation', () => {
  const text = Object.values(byId)
    .flatMap(({ responses }) => Object.values(responses).map(({ description }) => description))
    .join('\n');
  expect(Object.keys(errorMeanings).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

test('the server serves the document, and responds 304 when it has not changed', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual(checkedIn);
  const etag = response.headers.get('etag') as string;
  const again = await fetch(`${server.url}/api/openapi.json`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('the document is sent in the encoding that the client accepts, with a tag for each', async () => {
  const receive = async (accepted: string | undefined, tag = '') => {
    const { statusCode, headers, rawPayload } = await server.app.inject({
      url: '/api/openapi.json',
      headers: {
        host: new URL(server.url).host,
        'if-none-match': tag,
        ...(accepted !== undefined && { 'accept-encoding': accepted }),
      },
    });
    return { status: statusCode, headers, bytes: rawPayload };
  };
  const plain = await receive(undefined);
  const gzip = await receive('gzip, br;q=0');
  const brotli = await receive('gzip, deflate, br');
  const again = await receive('gzip, deflate, br');
  expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    'br',
  ]);
  const texts = [plain.bytes, gunzipSync(gzip.bytes), brotliDecompressSync(brotli.bytes)];
  for (const text of texts) expect(JSON.parse(text.toString())).toEqual(checkedIn);
  expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 10);
  expect(again.bytes).toEqual(brotli.bytes);
  expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(brotli.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
  expect((await receive('br', String(brotli.headers.etag))).status).toBe(304);
  expect((await receive('gzip', String(brotli.headers.etag))).status).toBe(200);
});

test('the reference page has every operation', async () => {
  const response = await fetch(`${server.url}/api/reference/`);
  const page = await response.text();
  expect(Object.keys(byId).filter((id) => !page.includes(`<section id="${id}">`))).toEqual([]);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

describe('a client generated from the document', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...structuredClone(checkedIn) });
  const validators = new Map<string, ValidateFunction>();
  /** Fails when a response does not match the document. */
  function check(id: string, { status, data }: AxiosResponse<unknown>): void {
    const response = byId[id]?.responses[status];
    if (!response) throw new Error(`${id} has no response ${status}: ${JSON.stringify(data)}`);
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return;
    const key = `${id} ${status}`;
    const resolved = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
    ) as object;
    const validate = validators.get(key) ?? ajv.compile(resolved);
    validators.set(key, validate);
    expect(validate(data), `${key}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }

  const called = new Set<string>();
  /** Sends the example of an operation. `actual` has the values of this run that replace placeholders of the example. */
  async function call<T = unknown>(
    id: string,
    actual: Record<string, unknown> = {},
    { session, status = 200 }: { session?: Pick<LoginResponse, 'access'>; status?: number } = {},
  ): Promise<T> {
    const { body, query, path }: Example = examples[id] ?? {};
    const known = Object.keys({ ...body, ...query, ...path });
    expect(Object.keys(actual).filter((name) => !known.includes(name))).toEqual([]);
    const filled = (values: Example['body']) =>
      values &&
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, actual[name] ?? value]));
    const operation = client[id];
    if (!operation) throw new Error(`the client has no ${id}`);
    const response = await operation(
      filled({ ...path, ...query }) as never,
      filled(body),
      session ? { headers: { authorization: `Bearer ${session.access}` } } : {},
    );
    check(id, response as AxiosResponse<unknown>);
    expect([id, response.status, status === response.status ? null : response.data]).toEqual([
      id,
      status,
      null,
    ]);
    called.add(id);
    return response.data as T;
  }

  const exampleBody = (id: string) => examples[id]?.body as { email: string; password: string };

  let guest: LoginResponse;
  let member: LoginResponse;

  test('uses the site without an account', async () => {
    await call('isAlive');
    await call('isReady');
    await call('rooms');
    await call('takenSlots');
    await call('takenSlotsOfRooms');
    await call('roomWeek');
    await call('searchRooms');
    await call('blogPosts');
    await call('blogPost');
    await call('events');
    await call('comingEvents');
    expect(await call('enquire')).toEqual({ received: true });
  });

  test('books a room by card, moves it and cancels it', async () => {
    guest = await call<LoginResponse>('signIn');
    const as = { session: guest };
    await call('memberDetails', { uid: guest.user_id }, as);
    await call('points', {}, as);
    await call('saveBillingDetails', {}, as);
    await call('billingDetails', {}, as);

    const { data: unpaid } = await call<{ data: CreatedPayment }>(
      'createPayment',
      { uid: guest.user_id },
      as,
    );
    await call('paymentStatus', { booking_id: unpaid.notes[2].booking_id }, as);
    await call('releasePayment', { booking_id: unpaid.notes[2].booking_id }, as);

    const { data: several } = await call<{ data: CreatedPayment }>(
      'createSeriesPayment',
      { uid: guest.user_id },
      as,
    );
    await call('releasePayment', { booking_id: several.notes[2].booking_id }, as);

    const { data: order } = await call<{ data: CreatedPayment }>('createPayment', { uid: guest.user_id }, as);
    const booking = { booking_id: order.notes[2].booking_id };
    const paid = await pay(server, order);
    await call(
      'completePayment',
      {
        ...booking,
        order_id: paid.razorpay_order_id,
        payment_id: paid.razorpay_payment_id,
        signature: paid.razorpay_signature,
      },
      as,
    );
    await call('myBookings', {}, as);
    await call('bookingDetails', booking, as);

    await issueDueTaxDocuments(server);
    const { data: papers } = await call<{ data: { papers: { id: string }[] } }>(
      'bookingTaxDocuments',
      booking,
      as,
    );
    await call('pastBookings', {}, as);
    const taxDocument = { id: papers.papers[0]?.id };
    await call('taxDocument', taxDocument, as);
    await call('taxDocumentPdf', taxDocument, as);
    await call('taxDocumentPrint', taxDocument, as);
    await call('calendarFile', booking, as);
    const { data: feed } = await call<{ data: { path: string } }>('createCalendarFeed', {}, as);
    await call('calendarFeed', {}, as);
    await call('calendarFeedFile', { secret: feed.path.split('/').at(-1) });
    await call('revokeCalendarFeed', {}, as);

    const { data: after } = await call<{ data: { refund: string } }>('moveTerms', booking, as);
    await call('moveBooking', { ...booking, refund: after.refund }, as);
    const { data: terms } = await call<{ data: { refund: string } }>('cancelTerms', booking, as);
    await call('cancelBooking', { ...booking, refund: terms.refund }, as);
    expect(await call('paymentWebhook', {}, { status: 400 })).toMatchObject({
      error: { code: 'payment-not-verified' },
    });
  });

  test('buys points, and books a room with points', async () => {
    member = await call<LoginResponse>('signIn', accounts.member);
    const as = { session: member };
    const { data: order } = await call<{ data: PointsPurchaseOrder }>('buyPoints', {}, as);
    const purchase = { purchase_id: order.purchase_id };
    const paid = await pay(server, order);
    await call(
      'completePoints',
      {
        ...purchase,
        order_id: paid.razorpay_order_id,
        payment_id: paid.razorpay_payment_id,
        signature: paid.razorpay_signature,
      },
      as,
    );
    await call('pointPurchase', purchase, as);
    const booked = await call('bookWithPoints', { uid: member.user_id }, { session: member });
    expect(booked).toEqual({ data: { booking_id: expect.any(String) } });
    await call('seriesAtAGlance', {});
    await call('bookSeries', { uid: member.user_id }, { session: member });
    // Another user waits for these times.
    const waiting = { session: guest };
    const { data: entry } = await call<{ data: { id: string } }>('joinWaitingList', {}, waiting);
    await call('waitingList', {}, waiting);
    await call('leaveWaitingList', { id: entry.id }, waiting);
    await call('readWaitingListLink', {}, { status: 410 });
    await call('leaveWaitingListByLink', {}, { status: 410 });
    const renewed = await call<{ refreshToken: string }>('refreshSession', { token: member.refresh });
    await call('signOut', { token: renewed.refreshToken });
  });

  test('uses the desk', async () => {
    const session = await call<LoginResponse>('signIn', accounts.owner);
    const as = { session };
    await call('staff', {}, as);
    await call('staff', {}, { session: guest, status: 403 });
    await call('dayPlan', {}, as);
    const { data: booked } = await call<{ data: { booking_id: string } }>('bookForMember', {}, as);
    await call('deskBooking', booked, as);
    await call('writeNote', booked, as);
    await call('recordArrival', booked, { ...as, status: 409 });
    await call('deskMove', booked, as);
    const longer = { ...booked, sequence: 1, end_time: '17:30:00', amount: '0.5', method: 'points' };
    await call('extendAtDesk', longer, as);
    const shorter = { ...booked, sequence: 2, end_time: '17:00:00', policy_refund: '0.5', refund: '0.5' };
    await call('shortenAtDesk', shorter, as);
    await call('deskCancel', booked, as);
    const { data: blocked } = await call<{ data: { id: string } }>('makeBlockOut', {}, as);
    await call('blockOuts', {}, as);
    await call('editBlockOut', { id: blocked.id }, as);
    await call('exceptBlockOutDay', { id: blocked.id }, as);
    await call('fillBlockOut', { id: blocked.id }, as);
    await call('moveProposals', { id: blocked.id }, as);
    await call('moveFromBlockOut', { id: blocked.id }, { ...as, status: 409 });
    await call('removeBlockOut', { id: blocked.id }, as);
    const { data: found } = await call<{ data: { id: string }[] }>('people', {}, as);
    const person = { user_id: found[0]?.id };
    const { data: details } = await call<{ data: { points: number } }>('person', person, as);
    await call('setMembership', { ...person, was_member: true, monthly_points: '0' }, as);
    await call('confirmAgain', person, { ...as, status: 409 });
    await call('addAddress', person, { ...as, status: 409 });
    await call('closeForCustomer', person, { ...as, status: 409 });
    await call('blockPerson', person, as);
    await call('grantPoints', { ...person, balance: details.points }, as);
    await call('correctPoints', { ...person, balance: details.points }, { ...as, status: 409 });
    await call('exportPoints', {}, as);
    await call('beginFactor', {}, as);
    await call('confirmFactor', { code: '000000' }, { ...as, status: 400 });
    await call('proveFactor', {}, { ...as, status: 409 });
    await call('proveSecondFactor', {}, { ...as, status: 409 });
    await call('resetFactor', { user_id: found[0]?.id }, { ...as, status: 404 });
    const { data: enquiries } = await call<{ data: { id: number }[] }>('enquiries', {}, as);
    const about = { id: enquiries[0]?.id };
    await call('enquiry', about, as);
    await call('markEnquiry', about, as);
    await call('replyToEnquiry', about, as);
    await call('setup', {}, as);
    await call('report', {}, as);
    await call('receivedPayments', {}, as);
    await call('tills', {}, as);
    await call('closeTill', {}, { ...as, status: 404 });
    await call('settlements', {}, as);
    await call('uploadSettlementReport', {}, { ...as, status: 415 });
    await call('explainDifference', {}, { ...as, status: 409 });
    await call('reportFile', {}, as);
    await call('receivedPayments', {}, as);
    await issueDueTaxDocuments(server);
    const taxDocument = await server.database
      .selectFrom('paper')
      .select(['id', 'issued_on'])
      .executeTakeFirstOrThrow();
    await call('deskTaxDocuments', {}, as);
    await call('deskTaxDocumentPdf', { id: taxDocument.id }, as);
    await call('deskTaxDocumentPrint', { id: taxDocument.id }, as);
    const ofMonth = { month: taxDocument.issued_on.slice(0, 7) };
    const { data: documents } = await call<DocumentsOfMonthResponse>('makeMonthDocument', ofMonth, as);
    await call('monthDocument', ofMonth, as);
    await call('monthArchive', ofMonth, as);
    await call('monthDocumentFile', { id: documents.document?.id }, { ...as, status: 404 });
    await call('saleDates', {}, as);
    const { data: sold } = await call<{ data: { booking_id: string } }>('sellAtDesk', {}, as);
    await call('resendEmails', sold, as);
    await call('extendByPaymentLink', sold, as);
    const { data: linked } = await call<{ data: { booking_id: string } }>('makePaymentLink', {}, as);
    await call('withdrawPaymentLink', { booking_id: linked.booking_id }, as);
    await call('deskMoney', {}, as);
    await call('providerSays', {}, { ...as, status: 404 });
    await call('retryRefund', {}, { ...as, status: 404 });
    await call('handBack', {}, { ...as, status: 404 });
    await call('makeRefund', booked, { ...as, status: 409 });
    await call('confirmRefund', {}, { ...as, status: 404 });
    await call('declineRefund', {}, { ...as, status: 404 });
    await call('refundLimits', {}, as);
    await call('saveRefundLimits', {}, as);
    await call('correctInvoice', {}, { ...as, status: 404 });
    await call('setPrice', {}, as);
    await call('removePrice', {}, as);
    await call('setRates', {}, as);
    await call('removeRates', {}, as);
    await call('cancellationPolicy', {}, as);
    await call('setCancellationPolicy', {}, as);
    await call('removeCancellationPolicy', {}, as);
    await call('archiveRoom', {}, as);
    await call('archiveRoom', {}, { ...as, status: 409 });
    await call('saveRoom', {}, as);
    const { data: post } = await call<{ data: { id: number } }>('savePost', {}, as);
    await call('deskPost', { id: post.id }, as);
    await call('publishPost', { id: post.id }, as);
    await call('unpublishPost', { id: post.id }, as);
    await call('deletePost', { id: post.id }, { ...as, status: 409 });
    const { data: draft } = await call<{ data: { id: number } }>('savePost', {}, as);
    await call('deletePost', { id: draft.id }, as);
    await call('deskPosts', {}, as);
    await call('saveBusiness', {}, as);
    await call('savePolicyText', {}, as);
    await call('deskBusiness', {}, as);
    await call('policyText');
    const { data: event } = await call<{ data: { id: number } }>('saveEvent', {}, as);
    await call('deskEvents', {}, as);
    await call('event', { id: event.id });
    await call('removeEvent', { id: event.id }, as);
    await call('addPicture', {}, { ...as, status: 415 });
    const { data: rooms } = await call<{ data: { id: number }[] }>('deskRooms', {}, as);
    await call('orderRooms', { ids: rooms.map(({ id }) => id).reverse() }, as);
    await call('giveRole', {}, as);
    await call('roles', {}, as);
    await call('invite', {}, as);
    const { data: invited } = await call<{ data: { id: string }[] }>('invitations', {}, as);
    await call('sendInvitation', { invitation_id: invited[0]?.id }, as);
    const [invitation] = (await tokensTo(server, exampleBody('invite').email, 'staff-invitation')).slice(-1);
    await call('acceptInvitation', { token: invitation });
    await call('withdrawInvitation', { invitation_id: invited[0]?.id }, { ...as, status: 404 });
    const audit = await call<{ data: object[] }>('audit', {}, as);
    expect(audit.data[0]).toMatchObject({ action: 'invitation accepted' });
    expect(audit.data).toContainEqual(
      expect.objectContaining({ action: 'role given', became: { role: 'staff' } }),
    );
  });

  test('keeps the account of a company', async () => {
    const as = { session: await call<LoginResponse>('signIn', accounts.owner) };
    const { data: company } = await call<{ data: { id: string } }>('saveCompany', {}, as);
    const own = { company_id: company.id };
    await call('companies', {}, as);
    await call('addCompanyMember', own, as);
    await call('recordTransfer', { ...own, received_on: '2025-11-20' }, as);
    await call('removeTransfer', own, as);
    await call('invoiceCompany', { ...own, month: '2025-10' }, { ...as, status: 400 });
    const day = { bdate: '2025-11-26', stime: '18:00:00', etime: '18:30:00', ctime: '19:00:00' };
    await call('bookOnAccount', { uid: guest.user_id, ...day, amount: '413.00' }, { session: guest });
    await call('removeCompanyMember', { ...own, user_id: guest.user_id }, as);
    expect(await call('company', company, as)).toMatchObject({ data: { open: '-771.72', members: [] } });
  });

  test('creates an account and manages it', async () => {
    const { session } = await call<{ session: LoginResponse }>('register', {}, { status: 201 });
    const as = { session };
    const { email, password } = exampleBody('register');
    await call('sendConfirmationAgain', {}, as);
    const [confirming] = (await tokensTo(server, email, 'confirm-address')).slice(-1);
    await call('readLink', { token: confirming });
    await call('confirmAddress', { token: confirming });
    await call('claimAccount', { token: confirming }, { status: 410 });
    await call('disown', { token: confirming }, { status: 410 });
    await call('updateDetails', {}, as);
    await call('changeAddress', {}, as);
    await call('changePassword', {}, as);
    await call('forgotPassword');
    const [reset] = await tokensTo(server, email, 'reset');
    await call('resetPassword', { token: reset });

    const again = await call<LoginResponse>('signIn', { email, password });
    const signedIn = { session: again };
    const elsewhere = await call<LoginResponse>('signIn', { email, password });
    const { data: devices } = await call<{ data: { id: string; is_current: boolean }[] }>(
      'devices',
      {},
      signedIn,
    );
    expect(devices).toHaveLength(2);
    await call('signOutDevice', { id: devices.find((device) => !device.is_current)?.id }, signedIn);
    await call('devices', {}, { session: elsewhere, status: 401 });
    await call('signOutOthers', {}, signedIn);
    await call('exportData', {}, signedIn);
    expect(await call('closeAccount', {}, signedIn)).toEqual({ data: { done: true } });
  });

  test('has called every operation except the stream', () => {
    expect(Object.keys(byId).filter((id) => !called.has(id))).toEqual(['liveSlots']);
  });

  test('opens the stream', async () => {
    const stop = new AbortController();
    const response = await fetch(`${server.url}/api/member/meeting-room/live/?date=2025-11-26`, {
      signal: stop.signal,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    stop.abort();
  });
});
