import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { csv } from '../../domain/text/csv.ts';
import { paths } from '../../contract/paths.ts';
import { primaryReads } from '../../server/platform/database/reads.ts';
import { gstr1Table, gstr1Tables } from '../../server/invoices/gstr1.ts';
import { countUnnumbered, taxDocumentsOfMonth } from '../../server/invoices/taxDocumentsOfMonth.ts';
import { post } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { issueDueTaxDocuments, createPaidBooking, makeCreditNoteDue } from './issuing.ts';

withFreshPayments();

const lines = (file: string | undefined): string[] => (file ?? '').trimEnd().split('\r\n').slice(1);

const bill = (fields: Record<string, string>) =>
  post(server, paths.billing, fields, { token: server.guest.access });

const range = (n: number) => ({ start: 20 + n, end: 21 + n });

/** Files of a month by name, and how many of its tax documents have no number. */
async function monthly(month = '2025-11', isDemo = true) {
  const files: Record<string, string> = {};
  for (const table of gstr1Tables) {
    files[`${table}.csv`] = await text(
      Readable.from(gstr1Table(primaryReads(server.database), taxDocumentsOfMonth(month, isDemo), table)),
    );
  }
  return { files, open: await countUnnumbered(server.database, month) };
}

/** Issues two invoices of ₹296.18 for a company, two for customers without a GSTIN, and a credit note for each kind. */
async function issueMonthOfTaxDocuments(): Promise<void> {
  await bill({ company_name: '=cmd|calc', address: 'x', gstin: '27AAPFU0939F1ZV' });
  const registered = await createPaidBooking(server, range(0));
  await createPaidBooking(server, range(1));
  await bill({ company_name: '', address: '', gstin: '', state: '' });
  const other = await createPaidBooking(server, range(2));
  await createPaidBooking(server, range(3));
  await makeCreditNoteDue(server, randomUUID(), registered, 10_000);
  await makeCreditNoteDue(server, randomUUID(), other, 29_618);
}

describe('the tables of a month', () => {
  test('list the tax documents of registered customers one by one, and the others as a sum', async () => {
    await issueMonthOfTaxDocuments();
    await issueDueTaxDocuments(server);
    const { files, open } = await monthly();
    expect(open).toBe(0);
    expect(lines(files['b2b.csv'])).toEqual([
      "27AAPFU0939F1ZV,'=cmd|calc,DM/2526/0000001,21-Nov-2025,296.18,33-Tamil Nadu,N,,Regular B2B,,18,251,0",
      "27AAPFU0939F1ZV,'=cmd|calc,DM/2526/0000002,21-Nov-2025,296.18,33-Tamil Nadu,N,,Regular B2B,,18,251,0",
    ]);
    expect(lines(files['cdnr.csv'])).toEqual([
      "27AAPFU0939F1ZV,'=cmd|calc,DMC/2526/0000001,21-Nov-2025,C,33-Tamil Nadu,N,Regular B2B,100,,18,84.74,0",
    ]);
    // Two invoices of 251.00, less one that was refunded completely.
    expect(lines(files['b2cs.csv'])).toEqual(['OE,33-Tamil Nadu,,18,251,0,']);
    expect(lines(files['hsn-b2b.csv'])).toEqual([
      '997212,Rental of meeting rooms,NA,0,492.36,18,417.26,0,37.55,37.55,0',
    ]);
    expect(lines(files['hsn-b2c.csv'])).toEqual([
      '997212,Rental of meeting rooms,NA,0,296.18,18,251,0,22.59,22.59,0',
    ]);
    expect(lines(files['docs.csv'])).toEqual([
      'Invoices for outward supply,DM/2526/0000001,DM/2526/0000004,4,0',
      'Credit Note,DMC/2526/0000001,DMC/2526/0000002,2,0',
    ]);
    expect(lines(files['papers.csv'])).toHaveLength(6);
  });

  test('name the kind of a supply to a special economic zone, with IGST in the sums', async () => {
    await bill({ company_name: 'Zone Unit', address: 'x', gstin: '33AAACH7409R1Z8', sez: 'true' });
    const paid = await createPaidBooking(server, range(0));
    await makeCreditNoteDue(server, randomUUID(), paid, 10_000);
    await issueDueTaxDocuments(server);
    const { files } = await monthly();
    expect(lines(files['b2b.csv'])).toEqual([
      '33AAACH7409R1Z8,Zone Unit,DM/2526/0000001,21-Nov-2025,296.18,33-Tamil Nadu,N,,SEZ supplies with payment,,18,251,0',
    ]);
    expect(lines(files['cdnr.csv'])).toEqual([
      '33AAACH7409R1Z8,Zone Unit,DMC/2526/0000001,21-Nov-2025,C,33-Tamil Nadu,N,SEZ supplies with payment,100,,18,84.75,0',
    ]);
    expect(lines(files['hsn-b2b.csv'])).toEqual([
      '997212,Rental of meeting rooms,NA,0,196.18,18,166.25,29.93,0,0,0',
    ]);
    expect(lines(files['papers.csv'])[0]).toContain(',251,0,0,45.18,SEZWP,296.18,');
    await bill({});
  });

  test('contain the tax documents issued in the month in IST, and count the tax documents without a number', async () => {
    await createPaidBooking(server, range(0), {
      bdate: '2025-12-10',
      paidAt: Date.parse('2025-11-30T23:59:59+05:30'),
    });
    await createPaidBooking(server, range(1), {
      bdate: '2025-12-10',
      paidAt: Date.parse('2025-12-01T00:00:00+05:30'),
    });
    expect((await monthly()).open).toBe(1);
    await issueDueTaxDocuments(server, { now: Date.parse('2025-12-01T00:01:00+05:30') });
    const numbersOf = async (name: string) => lines((await monthly(name)).files['docs.csv']);
    expect(await numbersOf('2025-11')).toEqual([
      'Invoices for outward supply,DM/2526/0000001,DM/2526/0000001,1,0',
    ]);
    expect(await numbersOf('2025-12')).toEqual([
      'Invoices for outward supply,DM/2526/0000002,DM/2526/0000002,1,0',
    ]);
  });

  test('have only their headings when no real tax document was issued, because demo tax documents are left out', async () => {
    await issueMonthOfTaxDocuments();
    await issueDueTaxDocuments(server);
    const { files } = await monthly('2025-11', false);
    expect(Object.keys(files).sort()).toEqual(
      ['b2b', 'b2cs', 'cdnr', 'docs', 'hsn-b2b', 'hsn-b2c', 'papers'].map((name) => `${name}.csv`),
    );
    for (const file of Object.values(files)) expect(file.split('\r\n')).toHaveLength(2);
  });
});

test('a cell cannot become a formula or several cells', () => {
  expect(
    csv([
      ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'],
      ['a,b', 'say "x"', 'two\r\nlines', ' ;', -1.5],
    ]),
  ).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\t=1,'＝1\r\n"a,b","say ""x""","two\r\nlines"," ;",-1.5\r\n`);
});
