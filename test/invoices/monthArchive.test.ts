import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { build } from 'vite';
import { deskPaths } from '../../contract/desk/paths.ts';
import { returnTables } from '../../contract/desk/reports.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { checkArchive, MAX_IN_ARCHIVE, monthArchive } from '../../server/invoices/documents/monthArchive.ts';
import { printEachHere, printEachInThread } from '../../server/invoices/pdf/printTaxDocuments.ts';
import { signIn, type SignedIn } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { startPayments, type PaymentServer } from '../payments/startPayments.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedNumbers } from './issuing.ts';
import { sampleInvoice } from './sample.ts';

/* A month for its accountant as one ZIP file. */

withFreshPayments();
let owner: SignedIn | undefined;
beforeEach(async () => {
  owner ??= await signIn(server, 'owner');
});

const month = () => dateAt(server.clock.now).slice(0, 7);
const choice = () => ({ month: month(), isDemo: true, now: server.clock.now });
const fetchAsOwner = (path: string) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${owner?.access}` } });
const outcome = async (ofMonth: string) => {
  const response = await fetchAsOwner(`${deskPaths.monthArchive}?month=${ofMonth}`);
  const { error } = (await response.json()) as ErrorBody;
  return [response.status, error.code, error.message];
};
const audited = ({ database }: Pick<PaymentServer, 'database'>) =>
  database
    .selectFrom('audit_entry')
    .select(['staff_id', 'action', 'became'])
    .where('subject', '=', 'invoices')
    .orderBy('id')
    .execute();
const unzipped = (bytes: Uint8Array) => unzipSync(bytes);
const fileOf = (number: string) => `${number.replaceAll('/', '-')}.pdf`;

test('has the return, the list and each document of the month, and the audit says who saved it', async () => {
  for (const start of [20, 22, 24]) await createPaidBooking(server, { start, end: start + 1 });
  await issueDueTaxDocuments(server);
  const response = await fetchAsOwner(`${deskPaths.monthArchive}?month=${month()}`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="papers-${month()}.zip"`);
  const files = unzipped(new Uint8Array(await response.arrayBuffer()));
  const folder = `${month()}-DEMO`;
  const numbers = await issuedNumbers(server.database);
  expect(numbers).toHaveLength(3);
  expect(Object.keys(files)).toEqual([
    `${folder}/invoices-and-credit-notes.csv`,
    ...returnTables.map((table) => `${folder}/gstr1/${table}.csv`),
    ...numbers.map((number) => `${folder}/invoices/${fileOf(number)}`),
  ]);
  const text = (name: string) => strFromU8(files[`${folder}/${name}`] ?? new Uint8Array());
  for (const number of numbers) {
    expect(text('invoices-and-credit-notes.csv')).toContain(number);
    expect(text(`invoices/${fileOf(number)}`)).toMatch(/^%PDF/);
  }
  // The same figures as in the return that the desk saves.
  for (const table of returnTables) {
    const saved = await fetchAsOwner(
      `${deskPaths.reportFile}?table=${table}&from=${month()}-01&to=${month()}-28`,
    );
    expect(text(`gstr1/${table}.csv`), table).toBe(await saved.text());
  }
  const became = { month: month(), documents: 3 };
  expect(await audited(server)).toMatchObject([
    { staff_id: owner?.user_id, action: 'download of a month begun', became },
    { staff_id: owner?.user_id, action: 'documents of a month saved', became },
  ]);
});

test('two months are saved at once, a third waits, and an aborted one is not recorded as saved', async () => {
  const opened: (() => void)[] = [];
  const slow = await startPayments({
    printEach: async function* (contents) {
      await new Promise<void>((open) => opened.push(open));
      yield* printEachHere(contents);
    },
  });
  try {
    await createPaidBooking(slow, { start: 20, end: 21 });
    await issueDueTaxDocuments(slow);
    const { access } = await signIn(slow, 'owner');
    const save = (signal?: AbortSignal) =>
      fetch(`${slow.url}${deskPaths.monthArchive}?month=${month()}`, {
        headers: { authorization: `Bearer ${access}` },
        ...(signal && { signal }),
      });
    const reader = new AbortController();
    const [aborted, read] = [await save(reader.signal), await save()];
    expect([aborted.status, read.status]).toEqual([200, 200]);
    const third = await save();
    expect([third.status, ((await third.json()) as ErrorBody).error]).toMatchObject([
      503,
      {
        code: 'unavailable',
        message: 'Other months are being saved at the moment. Please try again in a few minutes.',
      },
    ]);
    reader.abort();
    await expect.poll(() => opened.length).toBe(2);
    for (const open of opened) open();
    expect((await read.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    await expect
      .poll(async () => (await audited(slow)).map(({ action }) => action))
      .toEqual(['download of a month begun', 'download of a month begun', 'documents of a month saved']);
    // Both places are free again.
    const again = await Promise.all([save(), save()]);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(() => opened.length).toBe(4);
    for (const open of opened) open();
    for (const response of again) await response.arrayBuffer();
  } finally {
    await slow.close();
  }
});

test('a month with more than 20,000 documents is refused', async () => {
  await createPaidBooking(server, { start: 20, end: 21 });
  await issueDueTaxDocuments(server);
  const { documents } = await checkArchive(server.database, choice());
  expect(documents).toBe(1);
  await sql`
    with paid as (
      insert into payment (payment_id, order_id, amount_paise, status)
      select payment_id || n, order_id, amount_paise, status from payment, generate_series(1, ${MAX_IN_ARCHIVE - 1}::integer) as n),
    due as (
      insert into paper_due (kind, booking_id, payment_id, amount_paise, facts, caused_at)
      select kind, booking_id, payment_id || n, amount_paise, facts, caused_at
      from paper_due, generate_series(1, ${MAX_IN_ARCHIVE - 1}::integer) as n
      returning id)
    insert into paper (due_id, kind, is_demo, number, series, financial_year, sequence, issued_on, booking_id, user_id,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, content, content_hash, created_at)
    select due.id, kind, is_demo, 'N/' || due.id, series, financial_year, 1000 + due.id, issued_on, booking_id, user_id,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, content, content_hash, created_at
    from due, paper`.execute(server.database);
  expect(await checkArchive(server.database, choice())).toMatchObject({ documents: MAX_IN_ARCHIVE });
  await createPaidBooking(server, { start: 24, end: 25 });
  await issueDueTaxDocuments(server);
  expect(await outcome(month())).toEqual([
    413,
    'too-large',
    'This month has more than 20000 documents. Save its tables, and its documents as PDF files, one by one.',
  ]);
});

test('a month that is empty, not complete, in the future or no month has a clear answer', async () => {
  expect(await outcome(month())).toEqual([
    404,
    'not-found',
    'No invoice and no credit note was issued in this month.',
  ]);
  expect(await outcome('2099-01')).toEqual([400, 'bad-input', 'month has not begun yet']);
  for (const wrong of ['2025-13', '2025', '']) expect((await outcome(wrong))[0]).toBe(400);
  await createPaidBooking(server, { start: 20, end: 21 });
  expect((await outcome(month())).slice(0, 2)).toEqual([503, 'unavailable']);
});

test('what is issued while the file is made is in none of its parts', async () => {
  await createPaidBooking(server, { start: 20, end: 21 });
  await issueDueTaxDocuments(server);
  const { lastDueId } = await checkArchive(server.database, choice());
  const parts = monthArchive(server.database, choice(), lastDueId, printEachHere);
  const read = [(await parts.next()).value as Buffer];
  await createPaidBooking(server, { start: 24, end: 25 });
  await issueDueTaxDocuments(server);
  for await (const part of parts) read.push(part);
  const pdfs = Object.keys(unzipped(Buffer.concat(read))).filter((name) => name.endsWith('.pdf'));
  expect(pdfs).toHaveLength(1);
  expect(await issuedNumbers(server.database)).toHaveLength(2);
});

const folder = mkdtempSync(resolve('.cache', 'printer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the thread prints the same PDFs, ends with its reader, and reports what it cannot print', async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: 'server/invoices/pdf/printer.ts', outDir: folder, emptyOutDir: true, target: 'node20' },
  });
  const inThread = printEachInThread(join(folder, 'printer.js'));
  const text = JSON.stringify(sampleInvoice());
  let batchesRead = 0;
  async function* batches() {
    for (let n = 0; n < 5; n += 1) {
      batchesRead += 1;
      yield [text, text];
    }
  }
  const printed: Buffer[] = [];
  for await (const pdf of inThread(batches())) {
    printed.push(Buffer.from(pdf));
    if (printed.length === 3) break;
  }
  expect(batchesRead).toBe(2);
  const here: Buffer[] = [];
  for await (const pdf of printEachHere(batches())) here.push(Buffer.from(pdf));
  expect(here).toHaveLength(10);
  expect(printed.every((pdf) => pdf.equals(here[0] as Buffer))).toBe(true);

  async function* wrong() {
    yield ['no tax document'];
  }
  await expect(inThread(wrong()).next()).rejects.toThrow('no tax document');
});
