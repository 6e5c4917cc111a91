import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { build } from 'vite';
import { extractText, getDocumentProxy } from 'unpdf';
import { dateAt } from '../../domain/time/calendar.ts';
import type { Tx } from '../../server/platform/database/schema.ts';
import {
  DOCUMENT_MS,
  documentFile,
  documentsOfMonth,
  requestDocuments,
} from '../../server/invoices/monthDocuments.ts';
import {
  printHere,
  printInThread,
  type PrintTaxDocuments,
} from '../../server/invoices/pdf/printTaxDocuments.ts';
import { printMonthDocuments, type PrintDeps } from '../../server/invoices/documents/printMonthDocuments.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedNumbers } from './issuing.ts';
import { sampleInvoice } from './sample.ts';

/* The invoices and credit notes of a month as files that a job makes. */

withFreshPayments();

const choice = () => ({
  month: dateAt(server.clock.now).slice(0, 7),
  isDemo: true,
  now: server.clock.now,
});
const request = () => requestDocuments(server.database as Tx, choice());
const state = async () => (await documentsOfMonth(server.database, choice())).document;
const pass = (deps: Partial<PrintDeps> = {}) =>
  printMonthDocuments({
    database: server.database,
    print: printHere,
    taxDocumentsPerFile: 2,
    now: () => server.clock.now,
    log: { error: () => undefined },
    ...deps,
  });

async function issueInvoices(count: number, first = 20): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await createPaidBooking(server, { start: first + n, end: first + 1 + n });
  }
  await issueDueTaxDocuments(server);
}

/** As the finished files print them, file by file. */
async function printedNumbers(): Promise<string[][]> {
  const document = await state();
  const printed = [];
  for (const { position } of document?.files ?? []) {
    const { bytes } = await documentFile(server.database, { id: document?.id ?? '', position, ...choice() });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    printed.push(text.map((page) => /Invoice number\s+(\S+)/.exec(page)?.[1] ?? ''));
  }
  return printed;
}

/** Prints, and calls `onBatch` when the tax documents of a batch are printed. */
const printWith =
  (onBatch: () => void): PrintTaxDocuments =>
  (batches, file) =>
    printHere(
      (async function* () {
        for await (const batch of batches) {
          yield batch;
          onBatch();
        }
      })(),
      file,
    );

test('a month with many tax documents becomes several files, and every tax document is in one of them', async () => {
  await issueInvoices(5);
  expect(await request()).toBe(true);
  expect(await state()).toMatchObject({ state: 'making', papers: 5, done: 0, files: [] });
  expect(await request()).toBe(false);
  expect(await pass()).toEqual([]);
  expect(await state()).toMatchObject({
    state: 'ready',
    done: 5,
    files: [
      { position: 1, first: 1, last: 2 },
      { position: 2, first: 3, last: 4 },
      { position: 3, first: 5, last: 5 },
    ],
  });
  const numbers = await issuedNumbers(server.database);
  expect(await printedNumbers()).toEqual([numbers.slice(0, 2), numbers.slice(2, 4), numbers.slice(4)]);
  // Ready documents are made again only when the month has more tax documents.
  expect(await request()).toBe(false);
  await issueInvoices(1, 30);
  expect(await request()).toBe(true);
  await pass({ taxDocumentsPerFile: 3 });
  expect(await printedNumbers()).toHaveLength(2);
});

test('a server that stops, or dies, loses only the file that it was making', async () => {
  await issueInvoices(5);
  await request();
  const stop = new AbortController();
  let files = 0;
  const stopping: PrintTaxDocuments = (batches, file) => {
    files += 1;
    if (files === 2) stop.abort();
    return printHere(batches, file);
  };
  expect(await pass({ print: stopping, stopping: stop.signal })).toEqual([]);
  expect(await state()).toMatchObject({ state: 'making', done: 2, files: [{ last: 2 }] });

  const died = new Error('died');
  let printed = 0;
  const dying = printWith(() => {
    printed += 1;
    if (printed === 2) throw died;
  });
  expect(await pass({ print: dying })).toEqual([died]);
  expect(await state()).toMatchObject({ state: 'making', files: [{ last: 2 }, { last: 4 }] });
  server.clock.now += 60_000;
  expect(await pass()).toEqual([]);
  const numbers = await issuedNumbers(server.database);
  expect((await printedNumbers()).flat()).toEqual(numbers);
});

test('the job gives up after some failures, and a new request begins again', async () => {
  await issueInvoices(1);
  await request();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await pass({ print: () => Promise.reject(new Error('no memory')) });
    server.clock.now += 60_000;
  }
  expect(await state()).toMatchObject({ state: 'failed' });
  expect(await request()).toBe(true);
  expect(await pass()).toEqual([]);
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('the files are deleted after a day', async () => {
  await issueInvoices(1);
  await request();
  await pass();
  const id = (await state())?.id ?? '';
  const read = () => documentFile(server.database, { id, position: 1, ...choice() });
  expect((await read()).isOnly).toBe(true);
  const { isDemo, now } = choice();
  await expect(documentFile(server.database, { id, position: 1, isDemo: !isDemo, now })).rejects.toThrow(
    'There is no such file',
  );
  server.clock.now += DOCUMENT_MS;
  expect(await state()).toBeNull();
  await expect(read()).rejects.toThrow('There is no such file');
  await pass();
  expect(await server.database.selectFrom('month_document_file').select('position').execute()).toEqual([]);
});

const folder = mkdtempSync(resolve('.cache', 'printer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the thread prints the same bytes as the server, and this thread goes on meanwhile', async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: 'server/invoices/pdf/printer.ts', outDir: folder, emptyOutDir: true, target: 'node20' },
  });
  const print = printInThread(join(folder, 'printer.js'));
  const texts = Array.from({ length: 40 }, () => JSON.stringify(sampleInvoice()));
  async function* batches() {
    yield texts.slice(0, 30);
    yield texts.slice(30);
  }
  const file = { title: 'Invoices', date: '2025-11-01' };
  const ticks: number[] = [];
  const timer = setInterval(() => ticks.push(performance.now()), 10);
  const bytes = await print(batches(), file);
  clearInterval(timer);
  expect(bytes.equals(await printHere(batches(), file))).toBe(true);
  expect(ticks.length).toBeGreaterThan(5);
  await expect(
    print(
      (async function* () {
        yield ['no tax document'];
      })(),
      file,
    ),
  ).rejects.toThrow('no tax document');
});
