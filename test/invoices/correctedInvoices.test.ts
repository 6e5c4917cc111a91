import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../contract/desk/booking.ts';
import type { CorrectedInvoice } from '../../contract/desk/invoices.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ReceivedPaymentsResponse } from '../../contract/desk/money/payments.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { ReturnTable } from '../../contract/desk/reports.ts';
import { paths } from '../../contract/paths.ts';
import type { PointsPurchaseOrder, PointsResponse } from '../../contract/points/points.ts';
import { lastCorrectionDay } from '../../domain/invoices/invoiceCorrection.ts';
import { gstr1Table } from '../../server/invoices/gstr1.ts';
import { taxDocumentsOfMonth } from '../../server/invoices/taxDocumentsOfMonth.ts';
import { printedTaxDocument } from '../../server/invoices/printedTaxDocument.ts';
import { primaryReads } from '../../server/platform/database/reads.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { bookByCard, cancelNow } from '../payments/cancelling.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { DAY, dataOf } from '../payments/startPayments.ts';
import { pay } from '../payments/payer.ts';
import { issueDueTaxDocuments, issuedTaxDocuments, settlePayment } from './issuing.ts';

/* An invoice with a wrong buyer gets a credit note, and a new invoice replaces it. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

const RIGHT = {
  company_name: 'Chola Traders LLP',
  address: '12, North Mada Street, Mylapore, Chennai 600004',
  gstin: '27AAPFU0939F1ZV',
};
const REASON = 'The customer had entered no GSTIN';

type Answer = ApiResponse<{ data: CorrectedInvoice } & ErrorBody>;
const correct = (invoice_id: string, fields: object = {}, user = owner): Promise<Answer> =>
  post(
    server,
    deskPaths.correctInvoice,
    { invoice_id, ...RIGHT, reason: REASON, ...fields },
    { token: user.access },
  );
const outcome = async (pending: Promise<Answer>) => {
  const { status, body } = await pending;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
/** A booking for ₹1,184.72 with its invoice. */
async function invoiced() {
  const { id } = await bookByCard(server, DAY, { start: 20, end: 24 });
  await issueDueTaxDocuments(server);
  return { id, invoiceId: (await documents(id))[0]?.id ?? '' };
}
const documents = async (id: string, user = owner) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, user.access))
    .documents ?? [];
const table = async (name: ReturnTable) =>
  (
    await text(
      Readable.from(gstr1Table(primaryReads(server.database), taxDocumentsOfMonth('2025-11', true), name)),
    )
  )
    .trimEnd()
    .split('\r\n')
    .slice(1);
const issued = () => issuedTaxDocuments(server.database);

describe('a corrected invoice', () => {
  test('is issued with its credit note, which name each other, and the customer gets both', async () => {
    const { id, invoiceId } = await invoiced();
    expect(await documents(id, desk)).toMatchObject([{ kind: 'invoice', replaced: false, correction: null }]);
    expect(await documents(id)).toMatchObject([
      { correction: { gstin: '', company_name: expect.any(String), last_day: '2026-11-30' } },
    ]);
    const numbers = dataOf(await correct(invoiceId));
    expect(numbers).toEqual({ invoice: 'DM/2526/0000002', credit_note: 'DMC/2526/0000001' });
    const [wrong, right, note] = await issued();
    expect(right).toMatchObject({
      kind: 'invoice',
      number: numbers.invoice,
      buyer: { name: RIGHT.company_name, gstin: RIGHT.gstin, state: { code: '27' } },
      replaces: { number: wrong?.number, credit_note: numbers.credit_note },
      amounts: { total: '1184.72' },
      supply: wrong?.supply,
    });
    expect(note).toMatchObject({
      kind: 'credit-note',
      reason: 'corrected',
      invoice: { number: wrong?.number },
      replaced_by: { number: numbers.invoice },
      buyer: { gstin: null },
      amounts: wrong?.amounts,
    });
    expect(note && printedTaxDocument(note).facts).toContainEqual(['Replaced by invoice', numbers.invoice]);
    expect(right && printedTaxDocument(right).facts).toContainEqual(['Its credit note', numbers.credit_note]);
    expect((await documents(id)).map(({ kind, replaced }) => [kind, replaced])).toEqual([
      ['invoice', true],
      ['credit-note', false],
      ['invoice', false],
    ]);
    const emails = await server.database
      .selectFrom('letter')
      .select('attachments')
      .where('kind', '=', 'invoice-corrected')
      .execute();
    expect(emails.map(({ attachments }) => attachments.length)).toEqual([2]);
    // The audit does not repeat the customer's details.
    const audit = await server.database
      .selectFrom('audit_entry')
      .select('became')
      .where('action', '=', 'invoice corrected')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toMatchObject([
      { became: { corrected: 'name, address, gstin, state', amount: '1184.72' } },
    ]);
  });

  test('moves the sale from the sum of customers without a GSTIN to the list of registered ones', async () => {
    const { invoiceId } = await invoiced();
    expect(await table('b2cs')).toEqual(['OE,33-Tamil Nadu,,18,1004,0,']);
    dataOf(await correct(invoiceId));
    expect(await table('b2cs')).toEqual(['OE,33-Tamil Nadu,,18,0,0,']);
    expect(await table('b2b')).toEqual([
      `${RIGHT.gstin},${RIGHT.company_name},DM/2526/0000002,21-Nov-2025,1184.72,33-Tamil Nadu,N,,Regular B2B,,18,1004,0`,
    ]);
    expect(await table('cdnr')).toEqual([]);
    // From one registered customer to another one, the credit note is in the list of notes.
    const [, , second] = await documents(dataBookingId(await issued()));
    dataOf(await correct(second?.id ?? '', { gstin: '33AAACH7409R1Z8', company_name: 'Kovai Looms' }));
    expect((await table('b2b')).map((line) => line.split(',').slice(0, 3).join())).toEqual([
      `${RIGHT.gstin},${RIGHT.company_name},DM/2526/0000002`,
      '33AAACH7409R1Z8,Kovai Looms,DM/2526/0000003',
    ]);
    expect((await table('cdnr')).map((line) => line.split(',').slice(0, 3).join())).toEqual([
      `${RIGHT.gstin},${RIGHT.company_name},DMC/2526/0000002`,
    ]);
    expect(await table('docs')).toEqual([
      'Invoices for outward supply,DM/2526/0000001,DM/2526/0000003,3,0',
      'Credit Note,DMC/2526/0000001,DMC/2526/0000002,2,0',
    ]);
  });

  test('of a part that was refunded before is about what is left, and later refunds are credited to it', async () => {
    const { id, invoiceId } = await invoiced();
    const refund = (left: string) =>
      post(
        server,
        deskPaths.makeRefund,
        { booking_id: id, amount: '300', left, method: 'provider', reason: REASON },
        { token: owner.access },
      );
    await refund('1184.72');
    await issueDueTaxDocuments(server);
    dataOf(await correct(invoiceId));
    const corrected = (await issued()).find(({ replaces }) => replaces !== undefined);
    expect(corrected).toMatchObject({ amounts: { total: '884.72' }, credited_before: '300.00' });
    await cancelNow(server, id);
    await issueDueTaxDocuments(server);
    const notes = (await issued()).filter(({ kind }) => kind === 'credit-note');
    expect(notes.map(({ reason, amounts: { total }, invoice }) => [reason, total, invoice?.number])).toEqual([
      ['desk', '300.00', 'DM/2526/0000001'],
      ['corrected', '884.72', 'DM/2526/0000001'],
      ['cancelled', '884.72', 'DM/2526/0000002'],
    ]);
    expect(await table('b2cs')).toEqual(['OE,33-Tamil Nadu,,18,0,0,']);
    const [invoice, note] = (await documents(id)).slice(-2);
    expect([
      await outcome(correct(invoice?.id ?? '', { company_name: 'X' })),
      await outcome(correct(note?.id ?? '', { company_name: 'X' })),
    ]).toEqual(['409 changed-meanwhile', '404 not-found']);
  });

  test('is named by the list of payments, the entries of points, and the emails that are sent again', async () => {
    const { id, invoiceId } = await invoiced();
    const { invoice } = dataOf(await correct(invoiceId));
    const [, , second] = await documents(id);
    const third = dataOf(await correct(second?.id ?? '', { company_name: 'Kovai Looms' }));
    expect(third.invoice).not.toBe(invoice);
    const { database, member } = server;
    await database
      .updateTable('payment')
      .set({ recorded_at: new Date(server.clock.now) })
      .execute();
    const list = dataOf(
      await get<ReceivedPaymentsResponse & ErrorBody>(
        server,
        `${deskPaths.payments}?from=2025-11-21&to=2025-11-21`,
        owner.access,
      ),
    );
    expect(list.payments.map((payment) => payment.invoice)).toEqual([third.invoice]);

    await database.deleteFrom('letter').execute();
    const again = await post(server, deskPaths.resendEmails, { booking_id: id }, { token: desk.access });
    expect(again.status).toBe(200);
    const emails = await database
      .selectFrom('letter')
      .select(['kind', 'attachments'])
      .orderBy('kind')
      .execute();
    const [first, , , secondNote, valid] = await documents(id);
    expect(first?.replaced).toBe(true);
    expect(emails.map(({ kind, attachments }) => [kind, attachments])).toEqual([
      ['booked', []],
      ['invoice-corrected', [valid, secondNote].map((document) => ({ type: 'paper', id: document?.id }))],
    ]);
    expect(valid?.number).toBe(third.invoice);

    const bought = dataOf(
      await post<{ data: PointsPurchaseOrder } & ErrorBody>(
        server,
        paths.buyPoints,
        { points: 10, amount: '7080.00' },
        { token: member.access },
      ),
    );
    const paid = await pay(server, bought);
    await settlePayment(server, bought, paid.razorpay_payment_id);
    await issueDueTaxDocuments(server);
    const points = async () =>
      dataOf(await get<PointsResponse & ErrorBody>(server, paths.points, member.access)).entries[0]?.invoice;
    const wrong = await points();
    const right = dataOf(await correct(wrong?.id ?? ''));
    expect(right.invoice).not.toBe(wrong?.number);
    expect(await points()).toMatchObject({ number: right.invoice });
  });

  test('of a buyer in a special economic zone has IGST', async () => {
    const { invoiceId } = await invoiced();
    dataOf(await correct(invoiceId, { sez: 'true' }));
    expect((await issued())[1]).toMatchObject({
      amounts: { igst: '180.72', total: '1184.72' },
      rates: { igst: 18 },
    });
  });

  test('is made once when the call is repeated, and once by two managers at once', async () => {
    const { id, invoiceId } = await invoiced();
    const other = { company_name: 'Kovai Looms' };
    const answers = await Promise.all([correct(invoiceId), correct(invoiceId, other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isFirst = answers[0]?.status === 200;
    expect(await outcome(correct(invoiceId, isFirst ? {} : other))).toBe('done');
    expect(await documents(id)).toHaveLength(3);
  });

  test.each([
    [{ company_name: '' }, '400 bad-input'],
    [{ gstin: '27AAPFU0939F1ZX' }, '400 bad-input'],
    [{ address: '' }, '400 bad-input'],
    [{ reason: '' }, '400 bad-input'],
    [{ invoice_id: '00000000-0000-4000-8000-000000000000' }, '404 not-found'],
  ])('is refused with %j: %s', async (fields, error) => {
    const { invoiceId } = await invoiced();
    expect(await outcome(correct(invoiceId, fields))).toBe(error);
    expect(await issued()).toHaveLength(1);
  });

  test('is refused to staff, with the details that it has, and after the last day of the law', async () => {
    const { invoiceId } = await invoiced();
    expect(await outcome(correct(invoiceId, {}, desk))).toBe('403 not-allowed');
    dataOf(await correct(invoiceId));
    const [, second] = await server.database
      .selectFrom('paper')
      .select('id')
      .where('kind', '=', 'invoice')
      .orderBy('sequence')
      .execute();
    expect(await outcome(correct(second?.id ?? ''))).toBe('400 bad-input');
    server.clock.now = Date.parse('2026-12-01T00:00:00+05:30');
    const later = await signIn(server, 'owner');
    expect(await outcome(correct(second?.id ?? '', { company_name: 'Kovai Looms' }, later))).toBe(
      '409 too-late-to-correct',
    );
  });

  test.each([
    ['2025-04-01', '2026-11-30'],
    ['2026-03-31', '2026-11-30'],
    ['2026-04-01', '2027-11-30'],
  ])('of %s is possible until %s', (date, last) => {
    expect(lastCorrectionDay(date)).toBe(last);
  });
});

const dataBookingId = (all: Awaited<ReturnType<typeof issued>>): string => {
  const supply = all[0]?.supply;
  return supply?.of === 'booking' || supply?.of === 'move' ? supply.booking_id : '';
};
