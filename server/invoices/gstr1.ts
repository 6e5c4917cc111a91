import { sql } from 'kysely';
import { returnTables, type ReturnTable } from '../../contract/desk/reports.ts';
import type { TaxDocumentContent, TaxDocumentKind } from '../../contract/invoices/taxDocuments.ts';
import { dayAndMonth } from '../../domain/time/calendar.ts';
import { csv, type Cell } from '../../domain/text/csv.ts';
import { SAC } from '../../domain/invoices/gst.ts';
import { GST_STATES, ROOM_STATE } from '../../domain/invoices/gstStates.ts';
import { TAX_PERCENT } from '../../domain/money/pricing.ts';
import type { Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/schema.ts';
import { issuedSupply, storedContent } from './content.ts';
import {
  netPaise,
  taxDocumentBatches,
  taxDocumentsInPeriod,
  type TaxDocumentChoice,
} from './taxDocumentsInPeriod.ts';

/** Columns that the lists of the GST return need. */
interface TaxDocumentInReturn {
  readonly kind: TaxDocumentKind;
  readonly number: string;
  /** IST date. */
  readonly issued_on: string;
  readonly buyer_gstin: string | null;
  readonly taxable_paise: number;
  readonly cgst_paise: number;
  readonly sgst_paise: number;
  readonly igst_paise: number;
  readonly total_paise: number;
  readonly content: TaxDocumentContent;
}

const PLACE = `${ROOM_STATE}-${GST_STATES[ROOM_STATE]}`;

/** Rupees as a number with two decimals. */
const rupees = (paise: number): number => Math.round(paise) / 100;

/** A date in the format of the offline tool, such as '01-Nov-2026'. */
function toolDate(date: string): string {
  const { month } = dayAndMonth(date);
  return `${date.slice(8)}-${month}-${date.slice(0, 4)}`;
}

/** Sums of invoices minus credit notes, in paise. */
interface Sums {
  readonly count: number;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}

/** Over the tax documents with a GSTIN, or over those without one. */
const sumsOf = (database: Database, choice: TaxDocumentChoice, isRegistered: boolean): Promise<Sums> =>
  taxDocumentsInPeriod(database, choice)
    .where('buyer_gstin', isRegistered ? 'is not' : 'is', null)
    .select([
      sql<number>`count(*)::integer`.as('count'),
      netPaise('taxable_paise').as('taxable'),
      netPaise('cgst_paise').as('cgst'),
      netPaise('sgst_paise').as('sgst'),
      netPaise('igst_paise').as('igst'),
      netPaise('total_paise').as('total'),
    ])
    .executeTakeFirstOrThrow();

/** As the offline tool names it. */
const supplyType = ({ content }: TaxDocumentInReturn): string =>
  issuedSupply(content) === 'sez' ? 'SEZ supplies with payment' : 'Regular B2B';

/** A table with a row for each tax document. */
interface TaxDocumentList {
  readonly titles: readonly string[];
  /** Only the tax documents of this kind for customers with a GSTIN; all tax documents when left out. */
  readonly registered?: TaxDocumentKind;
  row(taxDocument: TaxDocumentInReturn): readonly Cell[];
}

const b2b: TaxDocumentList = {
  registered: 'invoice',
  titles: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Reverse Charge',
    'Applicable % of Tax Rate',
    'Invoice Type',
    'E-Commerce GSTIN',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  row: (taxDocument) => [
    taxDocument.buyer_gstin ?? '',
    taxDocument.content.buyer.name,
    taxDocument.number,
    toolDate(taxDocument.issued_on),
    rupees(taxDocument.total_paise),
    PLACE,
    'N',
    '',
    supplyType(taxDocument),
    '',
    TAX_PERCENT,
    rupees(taxDocument.taxable_paise),
    0,
  ],
};

/** Sales to customers without a GSTIN as one sum, which their credit notes reduce, because these have no separate table. */
const b2cs = ({ count, taxable }: Sums): Cell[][] => [
  [
    'Type',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  ...(count === 0 ? [] : [['OE', PLACE, '', TAX_PERCENT, rupees(taxable), 0, '']]),
];

const cdnr: TaxDocumentList = {
  registered: 'credit-note',
  titles: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  row: (taxDocument) => [
    taxDocument.buyer_gstin ?? '',
    taxDocument.content.buyer.name,
    taxDocument.number,
    toolDate(taxDocument.issued_on),
    'C',
    PLACE,
    'N',
    supplyType(taxDocument),
    rupees(taxDocument.total_paise),
    '',
    TAX_PERCENT,
    rupees(taxDocument.taxable_paise),
    0,
  ],
};

const hsn = ({ count, taxable, cgst, sgst, igst, total }: Sums): Cell[][] => [
  [
    'HSN',
    'Description',
    'UQC',
    'Total Quantity',
    'Total Value',
    'Rate',
    'Taxable Value',
    'Integrated Tax Amount',
    'Central Tax Amount',
    'State/UT Tax Amount',
    'Cess Amount',
  ],
  ...(count === 0
    ? []
    : [
        [
          SAC,
          'Rental of meeting rooms',
          'NA',
          0,
          rupees(total),
          TAX_PERCENT,
          rupees(taxable),
          rupees(igst),
          rupees(cgst),
          rupees(sgst),
          0,
        ],
      ]),
];

const NATURES: Readonly<Record<TaxDocumentKind, string>> = {
  invoice: 'Invoices for outward supply',
  'credit-note': 'Credit Note',
};

/** First and last number of each series and year. Tax documents are never cancelled. */
async function docs(database: Database, choice: TaxDocumentChoice): Promise<Cell[][]> {
  // The numbers of a series and year have the same length, so that they ascend as texts too.
  const series = await taxDocumentsInPeriod(database, choice)
    .select(['kind', 'series', 'financial_year'])
    .select(sql<string>`min(number)`.as('first'))
    .select(sql<string>`max(number)`.as('last'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .groupBy(['kind', 'series', 'financial_year'])
    .orderBy('series')
    .orderBy('financial_year')
    .execute();
  return [
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    ...series.map(({ kind, first, last, count }) => [NATURES[kind], first, last, count, 0]),
  ];
}

/** One line for each tax document, for people. The byte order mark makes spreadsheets read the file as UTF-8. */
const allTaxDocuments: TaxDocumentList = {
  titles: [
    '\u{FEFF}Number',
    'Date',
    'Kind',
    'Corrects',
    'Customer',
    'GSTIN',
    'State',
    'Taxable value',
    'CGST',
    'SGST',
    'IGST',
    'Kind of supply',
    'Total',
    'Booking',
    'Payment',
  ],
  row: ({ content, ...taxDocument }) => [
    taxDocument.number,
    taxDocument.issued_on,
    taxDocument.kind,
    content.invoice?.number ?? '',
    content.buyer.name,
    taxDocument.buyer_gstin ?? '',
    content.buyer.state?.name ?? '',
    rupees(taxDocument.taxable_paise),
    rupees(taxDocument.cgst_paise),
    rupees(taxDocument.sgst_paise),
    rupees(taxDocument.igst_paise),
    issuedSupply(content) === 'sez' ? 'SEZWP' : '',
    rupees(taxDocument.total_paise),
    content.supply.of === 'points' || content.supply.of === 'account' ? '' : content.supply.booking_id,
    content.supply.of === 'account' ? '' : content.payment_id,
  ],
};

/** A list as CSV, in parts. */
async function* listParts(
  reads: Reads,
  choice: TaxDocumentChoice,
  { titles, registered, row }: TaxDocumentList,
): AsyncGenerator<string> {
  yield csv([titles]);
  const batches = taxDocumentBatches(reads, choice, (taxDocuments) =>
    taxDocuments
      .$if(registered !== undefined, (query) =>
        query.where('buyer_gstin', 'is not', null).where('kind', '=', registered as TaxDocumentKind),
      )
      .select(['kind', 'number', 'buyer_gstin', 'content'])
      .select(['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise']),
  );
  for await (const batch of batches) {
    yield csv(
      batch.map((taxDocument) => row({ ...taxDocument, content: storedContent(taxDocument.content) })),
    );
  }
}

const lists = { b2b, cdnr, papers: allTaxDocuments } as const;

/** The tables of GSTR-1, and `papers` with every tax document. */
export const gstr1Tables = [...returnTables, 'papers'] as const;

/**
 * A table of GSTR-1 for the tax documents of a month (taxDocumentsOfMonth) as CSV in the columns of the offline tool, in parts: sums
 * are made by the database, and lists are read in batches. Credit notes reduce the sums. Credit notes for customers with a GSTIN
 * are listed separately.
 */
export async function* gstr1Table(
  reads: Reads,
  choice: TaxDocumentChoice,
  table: ReturnTable | 'papers',
): AsyncGenerator<string> {
  const sums = (isRegistered: boolean) => reads.read((source) => sumsOf(source, choice, isRegistered));
  switch (table) {
    case 'b2cs':
      yield csv(b2cs(await sums(false)));
      break;
    case 'hsn-b2b':
      yield csv(hsn(await sums(true)));
      break;
    case 'hsn-b2c':
      yield csv(hsn(await sums(false)));
      break;
    case 'docs':
      yield csv(await reads.read((source) => docs(source, choice)));
      break;
    default:
      yield* listParts(reads, choice, lists[table]);
  }
}
