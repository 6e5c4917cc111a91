import { sql } from 'kysely';
import { returnTables, type ReturnTable } from '../../contract/desk/reports.ts';
import type { PaperContent, PaperKind } from '../../contract/invoices/papers.ts';
import { dayAndMonth } from '../../domain/time/calendar.ts';
import { csv, type Cell } from '../../domain/text/csv.ts';
import { SAC } from '../../domain/money/gst.ts';
import { GST_STATES, ROOM_STATE } from '../../domain/money/gstStates.ts';
import { TAX_PERCENT } from '../../domain/money/pricing.ts';
import type { Reads } from '../database/reads.ts';
import type { Database } from '../database/schema.ts';
import { issuedSupply, storedContent } from './content.ts';
import { netPaise, paperBatches, papersInPeriod, type PaperChoice } from './papersInPeriod.ts';
import { papersOfMonth } from './papersOfMonth.ts';

/** The columns of an issued paper that the lists of the GST return need. */
interface PaperInReturn {
  readonly kind: PaperKind;
  readonly number: string;
  /** IST date. */
  readonly issued_on: string;
  readonly buyer_gstin: string | null;
  readonly taxable_paise: number;
  readonly cgst_paise: number;
  readonly sgst_paise: number;
  readonly igst_paise: number;
  readonly total_paise: number;
  readonly content: PaperContent;
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
  readonly papers: number;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}

/** The sums over the papers with a GSTIN, or over those without one. */
const sumsOf = (database: Database, choice: PaperChoice, isRegistered: boolean): Promise<Sums> =>
  papersInPeriod(database, choice)
    .where('buyer_gstin', isRegistered ? 'is not' : 'is', null)
    .select([
      sql<number>`count(*)::integer`.as('papers'),
      netPaise('taxable_paise').as('taxable'),
      netPaise('cgst_paise').as('cgst'),
      netPaise('sgst_paise').as('sgst'),
      netPaise('igst_paise').as('igst'),
      netPaise('total_paise').as('total'),
    ])
    .executeTakeFirstOrThrow();

/** The kind of supply as the offline tool names it. */
const supplyType = ({ content }: PaperInReturn): string =>
  issuedSupply(content) === 'sez' ? 'SEZ supplies with payment' : 'Regular B2B';

/** A table with a row for each paper. */
interface PaperList {
  readonly titles: readonly string[];
  /** Only the papers of this kind for customers with a GSTIN; all papers when left out. */
  readonly registered?: PaperKind;
  row(paper: PaperInReturn): readonly Cell[];
}

const b2b: PaperList = {
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
  row: (paper) => [
    paper.buyer_gstin ?? '',
    paper.content.buyer.name,
    paper.number,
    toolDate(paper.issued_on),
    rupees(paper.total_paise),
    PLACE,
    'N',
    '',
    supplyType(paper),
    '',
    TAX_PERCENT,
    rupees(paper.taxable_paise),
    0,
  ],
};

/** Sales to customers without a GSTIN as one sum, which their credit notes reduce, because these have no separate table. */
const b2cs = ({ papers, taxable }: Sums): Cell[][] => [
  [
    'Type',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  ...(papers === 0 ? [] : [['OE', PLACE, '', TAX_PERCENT, rupees(taxable), 0, '']]),
];

const cdnr: PaperList = {
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
  row: (paper) => [
    paper.buyer_gstin ?? '',
    paper.content.buyer.name,
    paper.number,
    toolDate(paper.issued_on),
    'C',
    PLACE,
    'N',
    supplyType(paper),
    rupees(paper.total_paise),
    '',
    TAX_PERCENT,
    rupees(paper.taxable_paise),
    0,
  ],
};

const hsn = ({ papers, taxable, cgst, sgst, igst, total }: Sums): Cell[][] => [
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
  ...(papers === 0
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

const NATURES: Readonly<Record<PaperKind, string>> = {
  invoice: 'Invoices for outward supply',
  'credit-note': 'Credit Note',
};

/** The first and last number of each series and year. Papers are never cancelled. */
async function docs(database: Database, choice: PaperChoice): Promise<Cell[][]> {
  // The numbers of a series and year have the same length, so that they ascend as texts too.
  const series = await papersInPeriod(database, choice)
    .select(['kind', 'series', 'financial_year'])
    .select(sql<string>`min(number)`.as('first'))
    .select(sql<string>`max(number)`.as('last'))
    .select(sql<number>`count(*)::integer`.as('papers'))
    .groupBy(['kind', 'series', 'financial_year'])
    .orderBy('series')
    .orderBy('financial_year')
    .execute();
  return [
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    ...series.map(({ kind, first, last, papers }) => [NATURES[kind], first, last, papers, 0]),
  ];
}

/** One line for each paper, for people. The byte order mark makes spreadsheets read the file as UTF-8. */
const allPapers: PaperList = {
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
  row: ({ content, ...paper }) => [
    paper.number,
    paper.issued_on,
    paper.kind,
    content.invoice?.number ?? '',
    content.buyer.name,
    paper.buyer_gstin ?? '',
    content.buyer.state?.name ?? '',
    rupees(paper.taxable_paise),
    rupees(paper.cgst_paise),
    rupees(paper.sgst_paise),
    rupees(paper.igst_paise),
    issuedSupply(content) === 'sez' ? 'SEZWP' : '',
    rupees(paper.total_paise),
    content.supply.of === 'points' ? '' : content.supply.booking_id,
    content.payment_id,
  ],
};

/** A list as CSV, in parts. */
async function* listParts(
  reads: Reads,
  choice: PaperChoice,
  { titles, registered, row }: PaperList,
): AsyncGenerator<string> {
  yield csv([titles]);
  const batches = paperBatches(reads, choice, (papers) =>
    papers
      .$if(registered !== undefined, (query) =>
        query.where('buyer_gstin', 'is not', null).where('kind', '=', registered as PaperKind),
      )
      .select(['kind', 'number', 'buyer_gstin', 'content'])
      .select(['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise']),
  );
  for await (const batch of batches) {
    yield csv(batch.map((paper) => row({ ...paper, content: storedContent(paper.content) })));
  }
}

const lists = { b2b, cdnr, papers: allPapers } as const;

/** The tables of GSTR-1, and `papers` with every paper. */
export const gstr1Tables = [...returnTables, 'papers'] as const;

/**
 * A table of GSTR-1 for the papers of a month ('YYYY-MM', IST) as CSV in the columns of the offline tool, in parts: sums are made by
 * the database, and lists are read in batches. Credit notes reduce the sums. Credit notes for customers with a GSTIN are listed
 * separately.
 */
export async function* gstr1Table(
  reads: Reads,
  month: string,
  table: ReturnTable | 'papers',
  isDemo: boolean,
): AsyncGenerator<string> {
  const choice = papersOfMonth(month, isDemo);
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
