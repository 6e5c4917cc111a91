import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { parseCsv } from '../../../domain/text/parseCsv.ts';
import { addDays, addMonths, instantOf } from '../../../domain/time/calendar.ts';
import { loadPayments, paymentsTable } from '../../../server/desk/payments.ts';
import { gstr1Table, gstr1Tables } from '../../../server/invoices/gstr1.ts';
import { countUnnumbered, taxDocumentsOfMonth } from '../../../server/invoices/taxDocumentsOfMonth.ts';
import { primaryReads } from '../../../server/platform/database/reads.ts';
import { listCompanies } from '../../../server/companies/companies.ts';
import { openDifferences } from '../../../server/settlements/differences.ts';
import { settlementsIn } from '../../../server/settlements/settlements.ts';
import { isFullRun } from '../../fullRun.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { playMonth } from '../randomMonth.ts';

/*
 * A month of random sales, refunds, corrections and settlements: what was received is what the invoices say, less the credit notes and
 * what is open of companies, and what was refunded or is still to be refunded; the GST return says the same; and it is what the bank got,
 * what the provider kept, and what is in the tills, to the paisa.
 */

withFreshPayments();
const FIRST = '2025-11-01';
const DAYS = 30;

type Row = Readonly<Record<string, string>>;
/** The lines of a CSV file by the names of its columns. */
async function rowsOf(parts: AsyncIterable<string>): Promise<Row[]> {
  const records = parseCsv(await text(Readable.from(parts)));
  if ('problem' in records) throw new Error(records.problem);
  const [head, ...lines] = records;
  return lines.map(({ cells }) =>
    Object.fromEntries(head?.cells.map((name, index) => [name, cells[index] ?? '']) ?? []),
  );
}
/** The sum of columns in paise. */
const sumOf = (rows: readonly Row[], ...columns: readonly string[]): number =>
  rows.reduce(
    (sum, row) => sum + columns.reduce((part, name) => part + Math.round(Number(row[name]) * 100), 0),
    0,
  );

test('payments = invoices − credit notes + refunds − open accounts = return = settlements and tills, of a month of random sales', async () => {
  const { database, clock } = server;
  const sales = isFullRun ? 2_000 : 240;
  const played = await playMonth(server, { first: FIRST, days: DAYS, sales, seed: 20_251_130 });
  const { card, desk, account } = played.sold;
  const received = card + desk + played.transferred;
  expect(played).toMatchObject({ sales });
  expect(played.refunds).toBeGreaterThan(sales / 8);
  expect(played.corrections).toBeGreaterThan(DAYS / 2);
  const last = addDays(FIRST, DAYS - 1);
  const interval = { start: new Date(instantOf(FIRST, 0)), end: new Date(instantOf(last, 48)) };
  const paidOut = async (condition: string) =>
    (
      await sql<{ paise: number }>`select coalesce(sum(amount_paise), 0)::float8 as paise from refund
        where ${sql.raw(condition)}`.execute(database)
    ).rows[0]?.paise ?? 0;
  const onAccount = `refund_id like 'desk\\_account\\_%'`;
  const refunded = await paidOut(`status = 'processed' and not ${onAccount}`);
  const open = await paidOut(`status <> 'processed'`);
  expect(refunded).toBeGreaterThan(0);
  expect(open).toBeGreaterThan(0);
  expect(refunded + open).toBe(played.refunded);
  expect(await paidOut(`status = 'processed' and ${onAccount}`)).toBe(played.refundedOnAccount);
  expect(played.onAccount).toBeGreaterThan(sales / 8);
  const [company] = await listCompanies(database);
  const openOnAccount = parsePaise(company?.open ?? '');
  expect(openOnAccount).toBe(account - played.refundedOnAccount - played.transferred);
  expect(openOnAccount).toBeGreaterThan(0);

  // Invoices and credit notes.
  // The company's invoice is of the next month.
  const months = [FIRST, addMonths(FIRST, 1)].map((first) => first.slice(0, 7));
  const tables: Record<string, Row[]> = {};
  for (const name of gstr1Tables) {
    const rows: Row[] = [];
    for (const month of months)
      rows.push(
        ...(await rowsOf(gstr1Table(primaryReads(database), taxDocumentsOfMonth(month, true), name))),
      );
    tables[name] = rows;
  }
  const table = (name: (typeof gstr1Tables)[number]): Row[] => tables[name] ?? [];
  expect(await countUnnumbered(database, months[1] ?? '')).toBe(0);
  const ofKind = (kind: string) => table('papers').filter((row) => row.Kind === kind);
  const invoices = sumOf(ofKind('invoice'), 'Total');
  const creditNotes = sumOf(ofKind('credit-note'), 'Total');
  expect(received).toBe(invoices - creditNotes + refunded + open - openOnAccount);

  // The GST return.
  const taxes = ['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount'];
  expect(sumOf([...table('hsn-b2b'), ...table('hsn-b2c')], 'Total Value')).toBe(invoices - creditNotes);
  for (const name of ['hsn-b2b', 'hsn-b2c'] as const)
    expect(sumOf(table(name), 'Taxable Value', ...taxes)).toBe(sumOf(table(name), 'Total Value'));
  expect(sumOf(table('b2b'), 'Invoice Value') - sumOf(table('cdnr'), 'Note Value')).toBe(
    sumOf(table('hsn-b2b'), 'Total Value'),
  );
  expect(sumOf(table('b2b'), 'Taxable Value') - sumOf(table('cdnr'), 'Taxable Value')).toBe(
    sumOf(table('hsn-b2b'), 'Taxable Value'),
  );
  expect(sumOf(table('b2cs'), 'Taxable Value')).toBe(sumOf(table('hsn-b2c'), 'Taxable Value'));
  expect(table('docs').reduce((sum, row) => sum + Number(row['Total Number']), 0)).toBe(
    table('papers').length,
  );
  expect(ofKind('invoice')).toHaveLength(sales - played.onAccount + 1 + played.corrections);

  // The section of payments, and its file.
  const { totals, rooms } = await loadPayments(database, interval);
  const total = (of: readonly { amount: string; refunded: string }[]) => ({
    received: of.reduce((paise, { amount }) => paise + parsePaise(amount), 0),
    refunded: of.reduce((paise, each) => paise + parsePaise(each.refunded), 0),
  });
  expect(total(totals)).toEqual({ received, refunded });
  expect(total(rooms)).toEqual({ received: card + desk, refunded });
  const list = await rowsOf(paymentsTable(primaryReads(database), interval));
  expect(list).toHaveLength(sales - played.onAccount + played.transfers);
  expect(sumOf(list, 'Amount')).toBe(received);
  expect(sumOf(list, 'Refunded')).toBe(refunded);

  // Settlements.
  const settlements = await settlementsIn(database, { from: FIRST, to: last });
  const settled = (name: 'payments' | 'refunds' | 'fee' | 'tax' | 'other' | 'net') =>
    settlements.reduce((paise, settlement) => paise + parsePaise(settlement[name]), 0);
  expect(settled('payments')).toBe(card);
  expect(settled('refunds')).toBe(await paidOut(`status = 'processed' and refund_id like 'rfnd\\_%'`));
  expect(settled('net')).toBe(settled('payments') - settled('refunds') - settled('fee') - settled('tax'));
  expect(sumOf(list, 'Fee', 'Tax on the fee')).toBe(settled('fee') + settled('tax'));

  // Tills.
  const { rows: counts } = await sql<{ paise: number }>`
    select sum(cash_counted_paise + upi_counted_paise)::float8 as paise from till_close`.execute(database);
  expect((counts[0]?.paise ?? 0) + played.missing).toBe(
    desk - (await paidOut(`status = 'processed' and refund_id like 'desk\\_%' and not ${onAccount}`)),
  );
  // Nothing differs and every till is empty.
  clock.now = instantOf(addDays(last, 20), 0);
  expect(await openDifferences(database, clock.now)).toEqual({ differences: [], more: false });
  expect(
    await database.selectFrom('till_entry').select('id').where('close_id', 'is', null).execute(),
  ).toEqual([]);
});
