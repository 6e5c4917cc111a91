import type { PaperContent, PaperKind } from '../../contract/papers.ts';
import { dayAndMonth } from '../../domain/calendar.ts';
import { csv, type Cell } from '../../domain/csv.ts';
import { SAC } from '../../domain/gst.ts';
import { GST_STATES, ROOM_STATE } from '../../domain/gstStates.ts';
import { TAX_PERCENT } from '../../domain/pricing.ts';
import { issuedSupply } from './content.ts';

/** The columns of an issued paper that the GST return needs. */
export interface PaperInReturn {
  readonly kind: PaperKind;
  readonly number: string;
  readonly series: string;
  readonly sequence: number;
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

interface Sums {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}

/** The sums of invoices minus credit notes, in paise. */
function net(papers: readonly PaperInReturn[]): Sums {
  const sum = (paise: (paper: PaperInReturn) => number): number =>
    papers.reduce((total, paper) => total + (paper.kind === 'invoice' ? 1 : -1) * paise(paper), 0);
  return {
    taxable: sum(({ taxable_paise }) => taxable_paise),
    cgst: sum(({ cgst_paise }) => cgst_paise),
    sgst: sum(({ sgst_paise }) => sgst_paise),
    igst: sum(({ igst_paise }) => igst_paise),
    total: sum(({ total_paise }) => total_paise),
  };
}

/** The kind of supply as the offline tool names it. */
const supplyType = ({ content }: PaperInReturn): string =>
  issuedSupply(content) === 'sez' ? 'SEZ supplies with payment' : 'Regular B2B';

const b2b = (invoices: readonly PaperInReturn[]): Cell[][] => [
  [
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
  ...invoices.map((paper) => [
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
  ]),
];

/** Sales to customers without a GSTIN as one sum, which their credit notes reduce, because these have no separate table. */
const b2cs = (papers: readonly PaperInReturn[]): Cell[][] => [
  [
    'Type',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  ...(papers.length === 0 ? [] : [['OE', PLACE, '', TAX_PERCENT, rupees(net(papers).taxable), 0, '']]),
];

const cdnr = (notes: readonly PaperInReturn[]): Cell[][] => [
  [
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
  ...notes.map((paper) => [
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
  ]),
];

function hsn(papers: readonly PaperInReturn[]): Cell[][] {
  const { taxable, cgst, sgst, igst, total } = net(papers);
  return [
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
    ...(papers.length === 0
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
}

const NATURES: Readonly<Record<PaperKind, string>> = {
  invoice: 'Invoices for outward supply',
  'credit-note': 'Credit Note',
};

/** The first and last number of each series and year. Papers are never cancelled. */
function docs(papers: readonly PaperInReturn[]): Cell[][] {
  const series = new Map<string, PaperInReturn[]>();
  for (const paper of papers) {
    const prefix = paper.number.slice(0, paper.number.lastIndexOf('/'));
    series.set(prefix, [...(series.get(prefix) ?? []), paper]);
  }
  return [
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    ...[...series.values()].map((each) => {
      const sorted = each.sort((a, b) => a.sequence - b.sequence);
      const [first] = sorted as [PaperInReturn];
      const last = sorted.at(-1) ?? first;
      return [NATURES[first.kind], first.number, last.number, sorted.length, 0];
    }),
  ];
}

/** One line for each paper, for people. The byte order mark makes spreadsheets read the file as UTF-8. */
const allPapers = (papers: readonly PaperInReturn[]): Cell[][] => [
  [
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
  ...papers.map(({ content, ...paper }) => [
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
  ]),
];

/**
 * The tables of GSTR-1 for the papers of a month, as CSV files by file name in the columns of the offline tool, and
 * `papers.csv` with every paper. Credit notes reduce the sums. Credit notes for customers with a GSTIN are listed
 * separately.
 */
export function gstr1(papers: readonly PaperInReturn[]): Record<string, string> {
  const registered = papers.filter(({ buyer_gstin }) => buyer_gstin !== null);
  const unregistered = papers.filter(({ buyer_gstin }) => buyer_gstin === null);
  const registeredOfKind = (kind: PaperKind) => registered.filter((paper) => paper.kind === kind);
  const tables = {
    b2b: b2b(registeredOfKind('invoice')),
    b2cs: b2cs(unregistered),
    cdnr: cdnr(registeredOfKind('credit-note')),
    'hsn-b2b': hsn(registered),
    'hsn-b2c': hsn(unregistered),
    docs: docs(papers),
    papers: allPapers(papers),
  };
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [`${name}.csv`, csv(rows)]));
}
