import { parseCsv } from '../text/parseCsv.ts';
import { isDate } from '../time/calendar.ts';

/*
 * The provider's report of settlements ("Settlement Recon"), which its dashboard exports as CSV. Each line is a payment, a refund or
 * an adjustment that a settlement pays out or subtracts. Amounts are in rupees; the fee is without its tax.
 */

export const MAX_REPORT_BYTES = 5 * 1024 * 1024;
export const reportTooLarge = 'The file is larger than 5 MB. Export a shorter period.';
const MAX_REPORT_LINES = 20_000;

/** As the report has them. */
export const settlementColumns = [
  'transaction_entity',
  'entity_id',
  'amount',
  'currency',
  'fee (exclusive tax)',
  'tax',
  'debit',
  'credit',
  'payment_method',
  'card_type',
  'issuer_name',
  'entity_created_at',
  'payment_captured_at',
  'payment_notes',
  'refund_notes',
  'arn',
  'entity_description',
  'order_id',
  'order_receipt',
  'order_notes',
  'dispute_id',
  'dispute_created_at',
  'dispute_reason',
  'settlement_id',
  'settled_at',
  'settlement_utr',
  'settled_by',
] as const;
type Column = (typeof settlementColumns)[number];

const NEEDED_COLUMNS = [
  'transaction_entity',
  'entity_id',
  'amount',
  'currency',
  'fee (exclusive tax)',
  'tax',
  'debit',
  'credit',
  'settlement_id',
  'settled_at',
] as const satisfies readonly Column[];

/** Amounts in paise. `net`: what the settlement pays out for the line; negative for what it subtracts. */
export interface SettlementLine {
  /** In the file, from 1. */
  readonly line: number;
  /** 'payment', 'refund', 'adjustment' or another word of the provider. */
  readonly kind: string;
  readonly entityId: string;
  readonly settlementId: string;
  /** IST date. */
  readonly settledOn: string;
  /** The bank's number of the transfer. */
  readonly utr: string | null;
  readonly amount: number;
  readonly fee: number;
  readonly tax: number;
  readonly net: number;
  readonly disputeId: string | null;
}

export interface SettlementReport {
  readonly lines: readonly SettlementLine[];
  /** Columns that the report does not usually have; they are not read. */
  readonly unknownColumns: readonly string[];
  /** Lines that no settlement pays yet; they are left out. */
  readonly unsettled: number;
}

/** Why a file is not such a report: a sentence. */
export interface ReportProblem {
  readonly problem: string;
}

/** The database's integers end there. */
const MAX_PAISE = 2_147_483_647;

/** Rupees to paise; null for anything else. The report writes '1.0', '0.01' and '97.10'. */
function paiseIn(text: string): number | null {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (whole === '') return null;
  const paise = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return paise > MAX_PAISE ? null : paise === 0 ? 0 : sign === '-' ? -paise : paise;
}

/** The date at the beginning of '2026-06-07T13:33:57', '2026-06-07 13:33' or '07/06/2026 13:33:57'; null for anything else. */
function dateIn(text: string): string | null {
  const [, day, month, year] = /^(\d{2})[/-](\d{2})[/-](\d{4})(?:\s|$)/.exec(text) ?? [];
  const date = year === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`;
  return isDate(date) ? date : null;
}

const isId = (text: string): boolean => /^[A-Za-z]{2,12}_[A-Za-z0-9]{1,40}$/.test(text);

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** Reads the report. A file that is not one, or of which a line cannot be read, is refused as a whole. */
export function parseSettlementReport(text: string): SettlementReport | ReportProblem {
  if (text.startsWith('PK')) {
    return {
      problem: 'This is an Excel file. Save it as CSV, or export the report as CSV, and upload that.',
    };
  }
  const records = parseCsv(text);
  if ('problem' in records) {
    return { problem: `This is not a CSV file: line ${records.line} ${records.problem}.` };
  }
  const [head, ...rows] = records;
  const columns = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = NEEDED_COLUMNS.filter((name) => !columns.includes(name));
  if (!columns.includes('entity_id') && !columns.includes('settlement_id')) {
    return {
      problem:
        'This is not the settlement report: it has no ids of payments and settlements. Export “Settlement Recon” from the provider’s dashboard as CSV.',
    };
  }
  if (missing.length > 0) return { problem: `The report lacks the columns ${listed(missing)}.` };
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (repeated !== undefined) return { problem: `The report has the column ${listed([repeated])} twice.` };
  if (rows.length > MAX_REPORT_LINES) {
    return { problem: `The report has more than ${MAX_REPORT_LINES} lines. Export a shorter period.` };
  }

  const places = new Map(columns.map((name, index) => [name, index]));
  const lines: SettlementLine[] = [];
  const seen = new Set<string>();
  let unsettled = 0;
  for (const { line, cells } of rows) {
    const refused = (why: string): ReportProblem => ({ problem: `Line ${line} ${why}.` });
    if (cells.length !== columns.length) {
      return refused(`has ${cells.length} values, but the report has ${columns.length} columns`);
    }
    const cell = (name: Column): string => cells[places.get(name) ?? -1]?.trim() ?? '';
    const settlementId = cell('settlement_id');
    if (settlementId === '') {
      unsettled += 1;
      continue;
    }
    const entityId = cell('entity_id');
    for (const [name, id] of [
      ['entity_id', entityId],
      ['settlement_id', settlementId],
    ] as const) {
      if (!isId(id)) return refused(`has no id of the provider in ${listed([name])}`);
    }
    const kind = cell('transaction_entity').toLowerCase();
    if (!/^[a-z_ ]{1,40}$/.test(kind)) return refused(`has no name in ${listed(['transaction_entity'])}`);
    if (cell('currency') !== 'INR') return refused('is not in rupees');
    const settledOn = dateIn(cell('settled_at'));
    if (settledOn === null) return refused(`has no date in ${listed(['settled_at'])}`);
    const amounts = (['amount', 'fee (exclusive tax)', 'tax', 'debit', 'credit'] as const).map((name) => ({
      name,
      paise: paiseIn(cell(name) || (name === 'amount' ? '' : '0')),
    }));
    const unread = amounts.find(({ paise }) => paise === null);
    if (unread) return refused(`has no amount with at most two decimals in ${listed([unread.name])}`);
    const [amount = 0, fee = 0, tax = 0, debit = 0, credit = 0] = amounts.map(({ paise }) => paise ?? 0);
    const net = credit - debit;
    if (Math.abs(net) > MAX_PAISE)
      return refused(`has too large an amount in ${listed(['debit', 'credit'])}`);
    if (seen.has(`${entityId} ${settlementId}`)) return refused(`repeats ${entityId} of ${settlementId}`);
    seen.add(`${entityId} ${settlementId}`);
    lines.push({
      line,
      kind,
      entityId,
      settlementId,
      settledOn,
      utr: cell('settlement_utr') || null,
      amount,
      fee,
      tax,
      net,
      disputeId: cell('dispute_id') || null,
    });
  }
  if (lines.length === 0) return { problem: 'The report has no settled payment and no settled refund.' };
  const known: readonly string[] = settlementColumns;
  return { lines, unknownColumns: columns.filter((name) => !known.includes(name)), unsettled };
}

/** Why a line of a report, or a payment or refund of ours, differs from the other side. */
export const settlementProblems = ['missing-payment', 'missing-refund', 'unknown', 'amount', 'sum'] as const;
export type SettlementProblem = (typeof settlementProblems)[number];

/** A payment is in a settlement after two working days; weekends and bank holidays come on top. */
export const USUAL_SETTLEMENT_DAYS = 5;

/** As a list of differences shows them. */
export const settlementProblemNames: Readonly<Record<SettlementProblem, string>> = {
  'missing-payment': 'Paid to us, in no settlement',
  'missing-refund': 'Refunded, in no settlement',
  unknown: 'In a settlement, not ours',
  amount: 'Another amount',
  sum: 'Does not add up',
};
