import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Settlement, UploadedReport } from '../../contract/desk/money/settlements.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { parseSettlementReport, type SettlementLine } from '../../domain/money/settlementReport.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';
import { lockPayments } from '../payments/refunds/refunds.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { closeMatchingLines, lockReports } from './differences.ts';

/** A file that was read as a report. */
export interface ReadReport {
  readonly name: string;
  readonly hash: string;
  readonly lines: readonly SettlementLine[];
  readonly unknownColumns: readonly string[];
  readonly unsettled: number;
}

/** Throws 400 with the reason, a sentence, for a file that is not a report of settlements. */
export function readReport(bytes: Uint8Array, name: string): ReadReport {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = bytes[0] === 0x50 && bytes[1] === 0x4b ? 'PK' : '\0';
  }
  if (text.includes('\0') && !text.startsWith('PK')) {
    throw new ApiError('bad-input', 'This is not a text file. Export the report as CSV, and upload that.');
  }
  const report = parseSettlementReport(text);
  if ('problem' in report) throw new ApiError('bad-input', report.problem);
  return { ...report, name, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** SQL: lines as a table, in one parameter. */
const asTable = (lines: readonly SettlementLine[]) => sql`jsonb_to_recordset(${JSON.stringify(
  lines.map(({ line, kind, utr, amount, fee, tax, net, ...ids }) => ({
    line,
    kind,
    utr,
    entity_id: ids.entityId,
    settlement_id: ids.settlementId,
    settled_on: ids.settledOn,
    dispute_id: ids.disputeId,
    amount_paise: amount,
    fee_paise: fee,
    tax_paise: tax,
    net_paise: net,
  })),
)}::jsonb) as given (line integer, kind text, utr text, entity_id text, settlement_id text, settled_on date,
  dispute_id text, amount_paise integer, fee_paise integer, tax_paise integer, net_paise integer)`;

/** Throws 400 for a report that contradicts an earlier one: what a settlement paid does not change. */
async function checkAgainstEarlier(tx: Tx, lines: readonly SettlementLine[]): Promise<void> {
  const { rows } = await sql<{ line: number; entity_id: string; file_name: string }>`
    select given.line, given.entity_id, report.file_name from ${asTable(lines)}
    join settlement_line stored on stored.entity_id = given.entity_id and stored.settlement_id = given.settlement_id
    join settlement_report report on report.id = stored.report_id
    where (stored.kind, stored.settled_on, stored.amount_paise, stored.fee_paise, stored.tax_paise, stored.net_paise)
      <> (given.kind, given.settled_on, given.amount_paise, given.fee_paise, given.tax_paise, given.net_paise)
    order by given.line limit 1`.execute(tx);
  const [first] = rows;
  if (!first) return;
  throw new ApiError(
    'bad-input',
    `Line ${first.line} has other values for ${first.entity_id} than the report “${first.file_name}”. Nothing of this file was stored.`,
  );
}

/**
 * Stores the lines of a report that no earlier one had, and matches them with payments and refunds. A file that was stored before
 * changes nothing. Throws 400 as `checkAgainstEarlier`.
 */
export async function storeReport(
  tx: Tx,
  { name, hash, lines, unknownColumns, unsettled }: ReadReport,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  // Two reports with the same lines at once would wait for each other's lines.
  await lockReports(tx);
  const report = await tx
    .insertInto('settlement_report')
    .values({
      file_hash: hash,
      file_name: name,
      uploaded_at: new Date(now),
      staff_id: staff.id,
      staff_name: staff.name,
      lines: lines.length,
      new_lines: 0,
      unsettled,
      first_settled_on: lines.map(({ settledOn }) => settledOn).toSorted()[0] ?? '',
      unknown_columns: [...unknownColumns],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!report) return { result: null, changes: [] };
  await checkAgainstEarlier(tx, lines);
  const { rows: inserted } = await sql<{ entity_id: string }>`
    insert into settlement_line (entity_id, settlement_id, report_id, kind, settled_on, utr, amount_paise, fee_paise, tax_paise,
      net_paise, dispute_id)
    select entity_id, settlement_id, ${report.id}::uuid, kind, settled_on, utr, amount_paise, fee_paise, tax_paise, net_paise,
      dispute_id
    from ${asTable(lines)}
    on conflict (entity_id, settlement_id) do nothing
    returning entity_id`.execute(tx);
  const ids = inserted.map(({ entity_id }) => entity_id);
  await tx
    .updateTable('settlement_report')
    .set({ new_lines: ids.length })
    .where('id', '=', report.id)
    .execute();
  await lockPayments(tx, ids);
  await sql`update payment set in_settlement = true
    where payment_id = any (${ids}::text[]) and not in_settlement`.execute(tx);
  await sql`update refund set in_settlement = true where id in (
    select id from refund where refund_id = any (${ids}::text[]) and not in_settlement order by id for update)`.execute(
    tx,
  );
  await closeMatchingLines(tx);
  const change = {
    action: 'settlement report uploaded',
    subject: 'settlement',
    subjectId: name,
    was: null,
    became: { file: name, lines: lines.length, new_lines: ids.length },
  } as const;
  return { result: null, changes: [change] };
}

/** A period of at most 400 days has about one settlement a day. */
const MAX_SETTLEMENTS = 800;
const MAX_REPORTS = 20;

/** Of a period of IST dates, both inclusive; the latest first. */
export async function settlementsIn(
  database: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Settlement[]> {
  const sumOf = (column: 'amount_paise' | 'net_paise', condition: string) =>
    sql<number>`coalesce(sum(${sql.ref(column)}) filter (where ${sql.raw(condition)}), 0)::float8`;
  const settlements = await database
    .selectFrom('settlement_line')
    .select([
      'settlement_id',
      sql<string>`min(settled_on)::text`.as('settled_on'),
      sql<string | null>`max(utr)`.as('utr'),
    ])
    .select([
      sql<number>`count(*)::integer`.as('lines'),
      sumOf('amount_paise', "kind = 'payment'").as('payments'),
      sumOf('amount_paise', "kind = 'refund'").as('refunds'),
      sql<number>`sum(fee_paise)::float8`.as('fee'),
      sql<number>`sum(tax_paise)::float8`.as('tax'),
      sql<number>`sum(net_paise)::float8`.as('net'),
    ])
    .where('settled_on', '>=', from)
    .where('settled_on', '<=', to)
    .groupBy('settlement_id')
    .orderBy('settled_on', 'desc')
    .orderBy('settlement_id')
    .limit(MAX_SETTLEMENTS)
    .execute();
  return settlements.map(({ settlement_id, settled_on, utr, lines, payments, refunds, fee, tax, net }) => ({
    id: settlement_id,
    settled_on,
    utr,
    lines,
    payments: rupeesAmount(payments),
    refunds: rupeesAmount(refunds),
    fee: rupeesAmount(fee),
    tax: rupeesAmount(tax),
    other: rupeesAmount(net - payments + refunds + fee + tax),
    net: rupeesAmount(net),
  }));
}

/** The latest first. */
export async function latestReports(database: Database): Promise<UploadedReport[]> {
  const reports = await database
    .selectFrom('settlement_report')
    .select([
      'id',
      'file_name',
      'uploaded_at',
      'staff_name',
      'lines',
      'new_lines',
      'unsettled',
      'unknown_columns',
    ])
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(MAX_REPORTS)
    .execute();
  return reports.map(({ file_name, uploaded_at, staff_name, ...report }) => ({
    ...report,
    file: file_name,
    at: uploaded_at.toISOString(),
    by: staff_name,
  }));
}
