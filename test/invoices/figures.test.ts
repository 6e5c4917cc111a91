import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { paths } from '../../contract/paths.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { loadReport, reportCsv } from '../../server/desk/reports.ts';
import { primaryReads } from '../../server/platform/database/reads.ts';
import type { Tx } from '../../server/platform/database/schema.ts';
import { issueTaxDocuments } from '../../server/invoices/issueTaxDocuments.ts';
import { gstr1Table } from '../../server/invoices/gstr1.ts';
import { taxDocumentsOfMonth } from '../../server/invoices/taxDocumentsOfMonth.ts';
import { documentsOfMonth, requestDocuments } from '../../server/invoices/monthDocuments.ts';
import type { PrintTaxDocuments } from '../../server/invoices/pdf/printTaxDocuments.ts';
import { printMonthDocuments } from '../../server/invoices/documents/printMonthDocuments.ts';
import { post } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { DAY } from '../payments/startPayments.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedTaxDocuments } from './issuing.ts';

withFreshPayments();

const textOf = (parts: AsyncIterable<string> | readonly string[]): Promise<string> =>
  text(Readable.from(parts));

/** Issues the due tax documents as real ones, like a server with the keys and the details of a business. */
async function issueRealTaxDocuments(): Promise<void> {
  const { database, clock, payments, config } = server;
  const real = {
    taxDocuments: { ...config.taxDocuments, movesMoney: true },
    business: {
      ...config.business,
      name: 'Adyar Rooms LLP',
      address: 'Adyar, Chennai',
      gstin: '33AABCT1332L1ZV',
    },
  };
  const deps = { database, config: real, now: () => clock.now, log: payments.log };
  expect(await issueTaxDocuments(deps)).toEqual([]);
}

test('a demo sale is in no figure of real tax documents: report, exported tables, return and PDF agree', async () => {
  await createPaidBooking(server, { start: 20, end: 22 });
  await issueDueTaxDocuments(server);
  await createPaidBooking(server, { start: 30, end: 32 });
  await issueRealTaxDocuments();
  const today = dateAt(server.clock.now);
  const month = today.slice(0, 7);
  const period = { from: today, to: DAY };
  const reads = primaryReads(server.database);

  for (const [isDemo, number] of [
    [false, 'LR/2526/0000001'],
    [true, 'DM/2526/0000001'],
  ] as const) {
    const { money } = await loadReport(server.database, period, isDemo);
    expect(money).toMatchObject({
      invoices: 1,
      credit_notes: 0,
      taxable: '502.00',
      igst: '0.00',
      total: '592.36',
    });
    const inReturn = (await textOf(gstr1Table(reads, taxDocumentsOfMonth(month, isDemo), 'papers')))
      .trimEnd()
      .split('\r\n');
    expect(inReturn.slice(1).map((line) => line.split(',')[0])).toEqual([number]);
    expect(await textOf(gstr1Table(reads, taxDocumentsOfMonth(month, isDemo), 'b2cs'))).toContain(
      `,${Number(money.taxable)},`,
    );
    const exported = async (table: 'papers' | 'money') =>
      textOf(await reportCsv(reads, { ...period, table }, isDemo));
    expect(
      (await exported('papers'))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual([number]);
    expect(await exported('money')).toContain('Taxable value,502\r\n');
    const choice = { month, isDemo, now: server.clock.now };
    await requestDocuments(server.database as Tx, choice);
    const inPdf: string[] = [];
    const print: PrintTaxDocuments = async (batches) => {
      for await (const batch of batches)
        for (const content of batch) inPdf.push((JSON.parse(content) as TaxDocumentContent).number);
      return Buffer.from('pdf');
    };
    const { database, clock, payments } = server;
    expect(await printMonthDocuments({ database, print, now: () => clock.now, log: payments.log })).toEqual(
      [],
    );
    expect((await documentsOfMonth(database, choice)).document).toMatchObject({ state: 'ready', done: 1 });
    expect(inPdf).toEqual([number]);
  }
});

test('tax documents are chosen by date at one place, which asks whether they are demo tax documents', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations'))
    .filter((file) =>
      /where\([^)]*issued_on|where issued_on/.test(readFileSync(join('server', file), 'utf8')),
    );
  expect(files).toEqual([join('invoices', 'taxDocumentsInPeriod.ts')]);
});

test('the exported table of tax documents names the buyer that is printed, also after the account is closed', async () => {
  await post(server, paths.billing, { company_name: 'Kadal Exports' }, { token: server.guest.access });
  await createPaidBooking(server, { start: 20, end: 22 });
  await post(server, paths.billing, {}, { token: server.guest.access });
  await createPaidBooking(server, { start: 30, end: 32 });
  await issueDueTaxDocuments(server);
  await server.database
    .updateTable('app_user')
    .set({ first_name: '', last_name: null })
    .where('id', '=', server.guest.user_id)
    .execute();
  const today = dateAt(server.clock.now);
  const reads = primaryReads(server.database);
  const table = await textOf(await reportCsv(reads, { from: today, to: today, table: 'papers' }, true));
  expect(
    table
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3]),
  ).toEqual(['Kadal Exports', 'Gautam Raman']);
});

test('the address of a room without a floor begins with the building on the tax document', async () => {
  await server.database.updateTable('room').set({ floor: '' }).where('id', '=', 2).execute();
  await createPaidBooking(server, { start: 20, end: 22 });
  await issueDueTaxDocuments(server);
  const [taxDocument] = await issuedTaxDocuments(server.database);
  expect(taxDocument?.supply.of === 'booking' && taxDocument.supply.room_address).toMatch(/^\d+, .+ \d{6}$/);
});
