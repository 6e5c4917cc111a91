import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CompanyResponse } from '../../../contract/desk/money/companies.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { BookingTaxDocuments } from '../../../contract/invoices/taxDocuments.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { gstr1Table } from '../../../server/invoices/gstr1.ts';
import { printedTaxDocument } from '../../../server/invoices/printedTaxDocument.ts';
import { queueMissedInvoices } from '../../../server/invoices/queueTaxDocuments.ts';
import { taxDocumentsOfMonth } from '../../../server/invoices/taxDocumentsOfMonth.ts';
import { primaryReads } from '../../../server/platform/database/reads.ts';
import { invoiceCompanies } from '../../../server/companies/invoicing.ts';
import { composeEmail } from '../../../server/email/compose.ts';
import { get, signIn, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments, issuedTaxDocuments } from '../../invoices/issuing.ts';
import { fetchCancelTerms } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callAs, companyDetails, outcome } from './companyCalls.ts';
import { costOf, dataOf, ROOM } from '../startPayments.ts';

/* One invoice a month for each company, with its bookings on account. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
let guest: SignedIn;
let company: string;

const call = (path: string, fields: object, user = desk) => callAs(path, fields, user);
const signInStaff = async () => {
  desk = await signIn(server, 'desk');
  owner = await signIn(server, 'owner');
};
beforeEach(async () => {
  await signInStaff();
  company = dataOf(await call(deskPaths.saveCompany, { ...companyDetails, id: '' }, owner)).id;
  for (const email of ['guest@example.com', 'member@example.com'])
    dataOf(await call(deskPaths.addCompanyMember, { company_id: company, email }, owner));
});

/** Slots of ₹296.18. The day is in December. */
const sell = async (
  range: SlotRange,
  email = 'guest@example.com',
  { amount = costOf(range) }: { amount?: string } = {},
): Promise<string> =>
  dataOf(
    await call(deskPaths.sell, {
      email,
      mid: ROOM,
      bdate: '2025-12-12',
      ...bookingTimes(range),
      method: 'account',
      amount,
    }),
  ).booking_id;
const cancel = (id: string, refund: string) =>
  call(deskPaths.cancel, { booking_id: id, policy_refund: refund, refund, reason: 'Meeting is off' });

/** The morning after the month; the time of the job. */
async function monthEnds(day = '2025-12-01'): Promise<void> {
  server.clock.now = Date.parse(`${day}T04:00:00Z`);
  await signInStaff();
  guest = await signIn(server, 'guest');
}
async function issueAll() {
  expect(await invoiceCompanies(server.payments)).toEqual([]);
  await issueDueTaxDocuments(server);
  return issuedTaxDocuments(server.database);
}
const load = async (user = owner) =>
  dataOf(await get<CompanyResponse>(server, `${deskPaths.company}?id=${company}`, user.access));
/** As a correction has them. */
const detailsOf = ({ name, address, gstin }: typeof companyDetails) => ({
  company_name: name,
  address,
  gstin,
});
const emails = () =>
  server.database
    .selectFrom('letter')
    .select(['kind', 'to_address', 'user_id'])
    .where('kind', 'in', ['company-document', 'invoice', 'credit-note', 'invoice-corrected'])
    .orderBy('created_at')
    .execute();

test('a month that is over gets one invoice, with a line for each booking', async () => {
  const first = await sell({ start: 20, end: 24 });
  const second = await sell({ start: 26, end: 28 }, 'member@example.com');
  expect(await issueAll()).toEqual([]);
  await monthEnds();
  const [invoice, ...others] = await issueAll();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: 'DM/2526/0000001',
    date: '2025-12-01',
    buyer: { name: companyDetails.name, gstin: companyDetails.gstin, state: { code: '33' } },
    amounts: { taxable: '1506.00', cgst: '135.54', sgst: '135.54', total: '1777.08' },
    supply: {
      of: 'account',
      month: '2025-11',
      due: '2025-12-31',
      dates: [
        {
          booking_id: first,
          date: '2025-12-12',
          start_time: '10:00:00',
          end_time: '12:00:00',
          amount: '1184.72',
        },
        {
          booking_id: second,
          date: '2025-12-12',
          start_time: '13:00:00',
          end_time: '14:00:00',
          amount: '592.36',
        },
      ],
    },
  });
  const printed = invoice && printedTaxDocument(invoice);
  expect(printed?.item.lines[0]).toBe('Rental of meeting rooms on account, November 2025');
  expect(printed?.item.lines[1]).toMatch(
    /12 December 2025, 10:00 AM to 12:00 PM, booking LR-.*: ₹1,184\.72 with tax/,
  );
  expect(printed?.notes).toContain(
    'To be paid by bank transfer until 31 December 2025, with the reference DM/2526/0000001, less what the account has as credit.',
  );
  expect(await emails()).toEqual([
    { kind: 'company-document', to_address: companyDetails.email, user_id: null },
  ]);
  const { papers, charges, to_invoice } = await load();
  expect(papers).toMatchObject([{ number: 'DM/2526/0000001', amount: '1777.08' }]);
  expect(charges.map(({ invoice: number, due }) => [number, due])).toEqual([
    ['DM/2526/0000001', '2025-12-31'],
    ['DM/2526/0000001', '2025-12-31'],
  ]);
  expect(to_invoice).toBeNull();
  // The job runs once a month, and nothing is invoiced twice.
  expect(await issueAll()).toHaveLength(1);
  await monthEnds('2026-01-01');
  expect(await issueAll()).toHaveLength(1);
});

test('a booking of several prices per hour has a line for each of them, while they add up to its amount', async () => {
  const rates = [{ weekdays: [4], start: 22, end: 27, pricePerHour: 800_00 }];
  await server.database
    .insertInto('room_rates')
    .values({ room_id: ROOM, from_day: '2025-01-01', rates: JSON.stringify(rates) })
    .execute();
  await sell({ start: 20, end: 24 }, 'guest@example.com', { amount: '1536.36' });
  const partly = await sell({ start: 26, end: 28 }, 'member@example.com', { amount: '768.18' });
  const refund = { booking_id: partly, policy_refund: '768.18', refund: '500', reason: 'Meeting is off' };
  dataOf(await call(deskPaths.cancel, refund));
  await monthEnds();
  const [invoice] = await issueAll();
  const lines = invoice && printedTaxDocument(invoice).item.lines;
  expect(lines?.slice(1, 5)).toEqual([
    expect.stringMatching(/10:00 AM to 12:00 PM, booking LR-.*: ₹1,536\.36 with tax$/),
    '10:00 AM to 11:00 AM at ₹502.00 an hour',
    '11:00 AM to 12:00 PM at ₹800.00 an hour',
    expect.stringMatching(/1:00 PM to 2:00 PM, booking LR-.*: ₹268\.18 with tax$/),
  ]);
  expect(lines?.[5]).toMatch(/^Kolam Round: /);
});

test('the invoice is in the GST return and a PDF, and no person has it', async () => {
  const id = await sell({ start: 20, end: 24 });
  await monthEnds();
  await issueAll();
  const month = taxDocumentsOfMonth('2025-12', true);
  const b2b = await text(Readable.from(gstr1Table(primaryReads(server.database), month, 'b2b')));
  expect(b2b).toContain(
    `${companyDetails.gstin},${companyDetails.name},DM/2526/0000001,01-Dec-2025,1184.72,33-Tamil Nadu`,
  );
  const all = await text(Readable.from(gstr1Table(primaryReads(server.database), month, 'papers')));
  expect(all).toContain('DM/2526/0000001,2025-12-01,invoice,,Palm Tea Traders LLP');
  const [paper] = (await load()).papers;
  const pdf = await fetch(`${server.url}${deskPaths.taxDocumentPdf}?id=${paper?.id}`, {
    headers: { authorization: `Bearer ${desk.access}` },
  });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await get(server, paths.taxDocument(paper?.id ?? ''), guest.access)).status).toBe(404);
  const own = await get<{ data: BookingTaxDocuments }>(
    server,
    `${paths.bookingTaxDocuments}?booking_id=${id}`,
    guest.access,
  );
  expect(dataOf(own)).toMatchObject({ status: 'on-account', papers: [] });
});

describe('a cancellation', () => {
  test('before the invoice leaves only what is not returned on it', async () => {
    const gone = await sell({ start: 20, end: 24 });
    const partly = await sell({ start: 26, end: 28 });
    await sell({ start: 30, end: 32 });
    dataOf(await cancel(gone, '1184.72'));
    dataOf(
      await call(deskPaths.cancel, {
        booking_id: partly,
        policy_refund: '592.36',
        refund: '500',
        reason: 'Meeting is off',
      }),
    );
    await monthEnds();
    const [invoice, ...others] = await issueAll();
    expect(others).toEqual([]);
    expect(invoice?.supply).toMatchObject({ dates: [{ amount: '92.36' }, { amount: '592.36' }] });
    expect(invoice?.amounts.total).toBe('684.72');
    expect((await load()).open).toBe('684.72');
  });
  test('after the invoice gets a credit note of the company', async () => {
    const id = await sell({ start: 20, end: 24 });
    const other = await sell({ start: 26, end: 28 });
    await monthEnds();
    await issueAll();
    const { refund } = dataOf(await fetchCancelTerms(server, id, guest));
    dataOf(await call(paths.cancel, { booking_id: id, refund }, guest));
    const [invoice, note, ...others] = await issueAll();
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      kind: 'credit-note',
      invoice: { number: invoice?.number },
      reason: 'cancelled',
      buyer: { name: companyDetails.name },
      supply: { dates: [{ booking_id: id }] },
      amounts: { total: '1184.72' },
    });
    const { open, charges, papers } = await load();
    expect({ open, bookings: charges.map(({ booking_id }) => booking_id) }).toEqual({
      open: '592.36',
      bookings: [other],
    });
    expect(papers.map(({ kind }) => kind)).toEqual(['credit-note', 'invoice']);
    expect((await emails()).map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['company-document', companyDetails.email],
      ['company-document', companyDetails.email],
    ]);
  });
});

test('what is added to a booking after its invoice is a difference on the next one', async () => {
  const id = await sell({ start: 20, end: 24 });
  await monthEnds();
  await issueAll();
  const extend = {
    booking_id: id,
    sequence: 0,
    start_time: '10:00:00',
    end_time: '13:00:00',
    amount: costOf({ start: 24, end: 26 }),
    method: 'account',
  };
  expect(await outcome(call(deskPaths.extend, extend))).toBe('done');
  await monthEnds('2026-01-02');
  const [, second] = await issueAll();
  expect(second).toMatchObject({
    supply: { month: '2025-12', dates: [{ booking_id: id, difference: true, amount: '592.36' }] },
  });
});

test('the desk issues the invoice of last month, once', async () => {
  const invoice = (fields: object = {}) =>
    outcome(call(deskPaths.invoiceCompany, { company_id: company, month: '2025-11', ...fields }, owner));
  await sell({ start: 20, end: 24 });
  expect((await load()).to_invoice).toBeNull();
  expect(await invoice()).toBe('409 changed-meanwhile');
  await monthEnds();
  expect((await load()).to_invoice).toEqual({ month: '2025-11', amount: '1184.72' });
  expect(await invoice()).toBe('done');
  expect(await load()).toMatchObject({ to_invoice: null, is_issuing: true });
  expect(await invoice()).toBe('done');
  expect(await issueAll()).toHaveLength(1);
  expect((await load()).is_issuing).toBe(false);
  const audit = await server.database
    .selectFrom('audit_entry')
    .select('became')
    .where('action', '=', 'company invoiced')
    .execute();
  expect(audit).toEqual([{ became: { month: '2025-11', amount: '1184.72' } }]);
  const empty = dataOf(
    await call(deskPaths.saveCompany, { ...companyDetails, name: 'Adyar Press', id: '' }, owner),
  ).id;
  expect(await invoice({ company_id: empty })).toMatch(/has nothing to invoice: November 2025/);
});

test('a company in a special economic zone pays IGST', async () => {
  const sez = { ...companyDetails, id: company, version: 1, sez: '1' };
  expect(await outcome(call(deskPaths.saveCompany, { ...sez, gstin: '' }, owner))).toMatch(
    /special economic/,
  );
  expect(await outcome(call(deskPaths.saveCompany, sez, owner))).toBe('done');
  await sell({ start: 20, end: 24 });
  await monthEnds();
  const [invoice] = await issueAll();
  expect(invoice?.amounts).toMatchObject({ igst: '180.72', cgst: '0.00', total: '1184.72' });
});

describe('a correction', () => {
  const right = { company_name: 'Palm Tea Limited', address: '2 Mint Street', gstin: '27AAPFU0939F1ZV' };
  const correct = (number: string, fields: object = {}, user = owner) =>
    idOf(number).then((invoice_id) =>
      call(deskPaths.correctInvoice, { invoice_id, ...right, reason: 'Wrong GSTIN', ...fields }, user),
    );
  const documentOf = async (number: string, user = owner) =>
    (await load(user)).papers.find((paper) => paper.number === number);
  const idOf = async (number: string) => (await documentOf(number))?.id ?? '';
  const FIRST = 'DM/2526/0000001';
  const SECOND = 'DM/2526/0000002';
  const THIRD = 'DM/2526/0000003';
  /** An invoice of ₹1,184.72 for November. */
  async function invoiced(): Promise<string> {
    const id = await sell({ start: 20, end: 24 });
    await monthEnds();
    await issueAll();
    return id;
  }
  const shownCharges = async () =>
    (await load()).charges.map(({ invoice, due, open }) => [invoice, due, open]);

  test('gives the company both documents, which name each other, and what is open stays', async () => {
    await invoiced();
    expect((await load()).other_details).toBeNull();
    expect(await outcome(correct(FIRST))).toBe('done');
    const { papers, open, other_details: other } = await load();
    expect(other).toBe(SECOND);
    expect(open).toBe('1184.72');
    expect(papers).toMatchObject([
      { kind: 'invoice', number: SECOND, replaces: FIRST, replaced_by: null, amount: '1184.72' },
      { kind: 'credit-note', number: 'DMC/2526/0000001', invoice: FIRST, amount: '1184.72' },
      { kind: 'invoice', number: FIRST, replaced: true, replaced_by: SECOND, correction: null },
    ]);
    // The due date is the one of the first invoice.
    expect(await shownCharges()).toEqual([[SECOND, '2025-12-31', '1184.72']]);
    const [, corrected] = await issuedTaxDocuments(server.database);
    expect(corrected).toMatchObject({ supply: { due: '2025-12-31' }, buyer: { gstin: right.gstin } });
    expect((await emails()).map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['company-document', companyDetails.email],
      ['invoice-corrected', companyDetails.email],
    ]);
    const email = await server.database
      .selectFrom('letter')
      .selectAll()
      .where('kind', '=', 'invoice-corrected')
      .executeTakeFirstOrThrow();
    const deps = {
      database: server.database,
      from: { name: 'Litrooms', address: 'hello@litrooms.test' },
      business: server.config.business,
      businessAddress: 'desk@litrooms.test',
      carriesUtf8: false,
      origin: 'https://litrooms.test',
      linkSecret: 'a-secret-of-the-tests',
      attachments: {},
    };
    const message = await composeEmail(deps, { ...email, attachments: [] }, server.clock.now);
    expect(message).toMatchObject({
      text: expect.stringMatching(/The amount due and its due date stay the same/),
    });
    const audit = await server.database
      .selectFrom('audit_entry')
      .select(['subject_id', 'was', 'became', 'reason'])
      .where('action', '=', 'invoice corrected')
      .where('subject', '=', 'company')
      .execute();
    expect(audit).toEqual([
      {
        subject_id: company,
        was: { invoice: FIRST },
        became: {
          invoice: SECOND,
          credit_note: 'DMC/2526/0000001',
          amount: '1184.72',
          corrected: 'name, address, gstin, state',
        },
        reason: 'Wrong GSTIN',
      },
    ]);
  });

  test('is offered to managers, with the present details of the company, which the next invoice has too', async () => {
    await invoiced();
    expect((await documentOf(FIRST, desk))?.correction).toBeNull();
    expect(await outcome(correct(FIRST, {}, desk))).toBe('403 not-allowed');
    expect(await documentOf(FIRST)).toMatchObject({
      correction: {
        company_name: companyDetails.name,
        gstin: companyDetails.gstin,
        state: '33',
        sez: false,
        last_day: '2026-11-30',
      },
    });
    expect(await outcome(correct(FIRST, { ...detailsOf(companyDetails) }))).toMatch(/^400 bad-input/);
    const changed = { ...companyDetails, name: 'Palm Tea Limited', gstin: '27AAPFU0939F1ZV' };
    dataOf(await call(deskPaths.saveCompany, { ...changed, id: company, version: 1 }, owner));
    expect((await load()).other_details).toBe(FIRST);
    const { last_day: _, ...shown } = (await documentOf(FIRST))?.correction ?? { last_day: '' };
    expect(shown).toEqual({ ...detailsOf(changed), state: '27', sez: false });
    expect(await outcome(correct(FIRST, shown))).toBe('done');
    expect((await load()).other_details).toBeNull();
    await sell({ start: 30, end: 32 });
    await monthEnds('2026-01-02');
    const invoices = (await issueAll()).filter(({ kind }) => kind === 'invoice');
    expect(invoices.map(({ number, buyer: { gstin } }) => [number, gstin])).toEqual([
      [FIRST, companyDetails.gstin],
      [SECOND, changed.gstin],
      [THIRD, changed.gstin],
    ]);
    // An open booking names the invoice that has it.
    expect(await shownCharges()).toEqual([
      [SECOND, '2025-12-31', '1184.72'],
      [THIRD, '2026-02-01', '592.36'],
    ]);
    expect((await load()).open).toBe('1777.08');
  });

  test('is itself corrected, the former invoices are not, and a repeated call changes nothing', async () => {
    await invoiced();
    expect(await outcome(correct(FIRST))).toBe('done');
    expect(await outcome(correct(FIRST))).toBe('done');
    expect(await outcome(correct(SECOND, { address: '3 Mint Street' }))).toBe('done');
    for (const number of [FIRST, SECOND])
      expect(await outcome(correct(number, { address: '4 Mint Street' }))).toBe('409 changed-meanwhile');
    const { papers, open } = await load();
    expect(open).toBe('1184.72');
    expect(papers.map(({ number, invoice, replaces }) => [number, invoice ?? replaces])).toEqual([
      [THIRD, SECOND],
      ['DMC/2526/0000002', SECOND],
      [SECOND, FIRST],
      ['DMC/2526/0000001', FIRST],
      [FIRST, null],
    ]);
    expect(papers.filter(({ correction }) => correction !== null).map(({ number }) => number)).toEqual([
      THIRD,
    ]);
    expect(await shownCharges()).toEqual([[THIRD, '2025-12-31', '1184.72']]);
  });

  test('by two managers at once is made once', async () => {
    await invoiced();
    const answers = await Promise.all([correct(FIRST), correct(FIRST, { company_name: 'Palm Tea' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await load()).papers).toHaveLength(3);
  });

  test('is refused and not offered after the last day of the law', async () => {
    await invoiced();
    await monthEnds('2026-12-01');
    expect((await documentOf(FIRST))?.correction).toBeNull();
    expect(await outcome(correct(FIRST))).toBe('409 too-late-to-correct');
    expect((await load()).papers).toHaveLength(1);
  });

  test('between two transfers changes nothing of them, and a later credit note is about the new invoice', async () => {
    const other = await sell({ start: 26, end: 28 });
    const id = await invoiced();
    const transfer = (amount: string, reference: string) =>
      call(
        deskPaths.recordTransfer,
        { company_id: company, received_on: '2025-12-01', amount, reference },
        owner,
      );
    dataOf(await transfer('500.01', 'UTR1'));
    const before = await shownCharges();
    dataOf(await correct(FIRST));
    expect((await load()).open).toBe('1277.07');
    expect(await shownCharges()).toEqual(before.map(([, ...charge]) => [SECOND, ...charge]));
    dataOf(await transfer('600', 'UTR2'));
    expect((await load()).open).toBe('677.07');
    dataOf(await cancel(other, '592.36'));
    const note = (await issueAll()).find(({ reason }) => reason === 'cancelled');
    expect(note).toMatchObject({
      invoice: { number: SECOND },
      buyer: { name: right.company_name, gstin: right.gstin },
      supply: { dates: [{ booking_id: other }] },
      amounts: { total: '592.36' },
    });
    expect((await load()).open).toBe('84.71');
    // What is left of the corrected invoice is corrected again.
    dataOf(await correct(SECOND, { address: '3 Mint Street' }));
    const { open, papers } = await load();
    expect([open, papers[0]?.number, papers[0]?.amount]).toEqual(['84.71', THIRD, '1184.72']);
    dataOf(await cancel(id, '1184.72'));
    await issueAll();
    expect((await load()).open).toBe('-1100.01');
    expect((await documentOf(THIRD))?.correction).toBeNull();
    expect(await outcome(correct(THIRD, { address: '4 Mint Street' }))).toBe('409 changed-meanwhile');
  });

  test('moves the sale of the month to the right GSTIN in the return', async () => {
    await invoiced();
    dataOf(await correct(FIRST));
    const month = taxDocumentsOfMonth('2025-12', true);
    const lines = async (name: 'b2b' | 'cdnr' | 'b2cs') =>
      (await text(Readable.from(gstr1Table(primaryReads(server.database), month, name))))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 3).join());
    expect(await lines('b2b')).toEqual([
      `${companyDetails.gstin},${companyDetails.name},${FIRST}`,
      `${right.gstin},${right.company_name},${SECOND}`,
    ]);
    expect(await lines('cdnr')).toEqual([`${companyDetails.gstin},${companyDetails.name},DMC/2526/0000001`]);
    expect(await lines('b2cs')).toEqual([]);
  });
});

test('neither this nor the previous version queues an invoice for a single booking', async () => {
  const id = await sell({ start: 20, end: 24 });
  await queueMissedInvoices(server.database, 0, server.clock.now);
  const [payment] = await server.database.selectFrom('payment').select('payment_id').execute();
  await server.database
    .insertInto('paper_due')
    .values({
      kind: 'invoice',
      booking_id: id,
      payment_id: payment?.payment_id ?? '',
      refund_id: null,
      amount_paise: 118_472,
      facts: '{}',
      caused_at: new Date(server.clock.now),
      next_try_at: null,
    })
    .execute();
  expect(await server.database.selectFrom('paper_due').select('id').execute()).toEqual([]);
});
