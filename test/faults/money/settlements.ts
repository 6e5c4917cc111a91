import { sql } from 'kysely';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { SettlementDifference, Settlements } from '../../../contract/desk/money/settlements.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import {
  parseSettlementReport,
  settlementColumns,
  USUAL_SETTLEMENT_DAYS,
  type SettlementLine,
} from '../../../domain/money/settlementReport.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import type { Command } from '../commands.ts';
import { FIRST_DAY, type Booker, type Simulation } from '../simulation.ts';

/* The provider's reports of settlements. What they contain is compared with ours independently of the server's queries. */

const DAY_MS = 86_400_000;
/** Every sequence is within it; the desk shows at most 400 days. */
const PERIOD = { from: addDays(FIRST_DAY, -30), to: addDays(FIRST_DAY, 360) };

const text = (paise: number): string => amountField({ with: 'card', amount: paise });

const settlementsOf = (simulation: Simulation): Promise<Settlements | null> =>
  simulation.get<Settlements>(simulation.clerks[0] as Booker, deskPaths.settlements, PERIOD);

/** A payment that somebody else received, in the settlement of the first line. */
function unknownLine(first: string, number: number): string {
  const cells = first.split(',');
  const own: Readonly<Partial<Record<(typeof settlementColumns)[number], string>>> = {
    transaction_entity: 'payment',
    entity_id: `pay_ofothers${number}`,
    amount: '100.00',
    currency: 'INR',
    'fee (exclusive tax)': '2.00',
    tax: '0.36',
    debit: '0.00',
    credit: '97.64',
  };
  const kept = ['settlement_id', 'settled_at', 'settlement_utr'];
  return settlementColumns
    .map((name, index) => own[name] ?? (kept.includes(name) ? (cells[index] ?? '') : ''))
    .join(',');
}

/** A line that pays one rupee more than the payment had. */
function withAnotherAmount(row: string): string {
  const cells = row.split(',');
  for (const name of ['amount', 'credit'] as const) {
    const index = settlementColumns.indexOf(name);
    cells[index] = (Number(cells[index]) + 1).toFixed(2);
  }
  return cells.join(',');
}

/** The present report of the provider, as a bookkeeper changes it before the upload; null without a settled payment. */
async function reportFor(
  simulation: Simulation,
  { how, line }: Command & { do: 'upload settlements' },
): Promise<string | null> {
  const [head = '', ...rows] = (await simulation.provider.settlementReport()).trimEnd().split(/\r?\n/);
  const first = rows[0];
  if (first === undefined) return null;
  const chosen = line % rows.length;
  if (how === 'a line is missing') rows.splice(chosen, 1);
  if (how === 'with a payment of others') rows.push(unknownLine(first, line));
  if (how === 'with another amount') {
    const payment = rows.findIndex((row, index) => index >= chosen && row.startsWith('payment'));
    if (payment !== -1) rows[payment] = withAnotherAmount(rows[payment] ?? '');
  }
  return rows.length === 0 ? null : [head, ...rows].join('\r\n');
}

/** Uploads the report. Its lines count if the server has stored it, also when the response was lost. */
export async function uploadSettlements(
  simulation: Simulation,
  command: Command & { do: 'upload settlements' },
): Promise<void> {
  const report = await reportFor(simulation, command);
  if (report === null) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  simulation.uploads += 1;
  const name = `settlements-${simulation.uploads}.csv`;
  const send = async (clerk: Booker): Promise<void> => {
    await simulation.postFile(clerk, `${deskPaths.uploadSettlementReport}?name=${name}`, report);
  };
  await Promise.all([
    send(one),
    ...(command.how === 'by two at once' ? [send(other)] : []),
    ...(command.how === 'the same file twice' ? [send(one)] : []),
  ]);
  const stored = await simulation.database
    .selectFrom('settlement_report')
    .select('first_settled_on')
    .where('file_name', '=', name)
    .execute();
  if (stored.length === 0) return;
  simulation.count(`settlement report uploaded, ${command.how}`);
  if (stored.length > 1) simulation.violations.push('one file was stored twice');
  const read = parseSettlementReport(report);
  if ('problem' in read) throw new Error(read.problem);
  for (const line of read.lines) {
    const key = `${line.entityId} ${line.settlementId}`;
    if (!simulation.settled.has(key)) simulation.settled.set(key, line);
  }
}

/** Explains a listed difference. Of two who do it at once only one may succeed. */
export async function explainDifference(
  simulation: Simulation,
  { difference: index, how }: Command & { do: 'explain difference' },
): Promise<void> {
  const [one, other] = simulation.clerks as [Booker, Booker];
  const differences = (await settlementsOf(simulation))?.differences ?? [];
  const difference = differences[Math.min(index, differences.length - 1)];
  if (!difference) return;
  const { subject, problem, ours, reported } = difference;
  const send = async (clerk: Booker, note: string): Promise<boolean> => {
    const fields = { subject, problem, ours, reported, note };
    return (await simulation.post(clerk, deskPaths.explainDifference, fields))?.status === 200;
  };
  const made = await Promise.all([
    send(one, 'As agreed on the phone'),
    ...(how === 'by two at once' ? [send(other, 'The bank says so')] : []),
    ...(how === 'twice by one' ? [send(one, 'As agreed on the phone')] : []),
  ]);
  if (made.includes(true)) simulation.count(`difference explained, ${problem}`);
  if (how === 'by two at once' && !made.includes(false))
    simulation.violations.push('two people explained one difference');
}

type Difference = Pick<SettlementDifference, 'subject' | 'problem' | 'ours' | 'reported'>;

interface Ours {
  readonly id: string;
  readonly paise: number;
  readonly at: Date;
  /** Whether it must be in a settlement. */
  readonly is_expected: boolean;
}

/** What the provider received for us and gave back, in our records: payments, refunds and lost disputes by the provider's ids. */
async function oursById({ database }: Simulation): Promise<Map<string, Ours>> {
  const { rows } = await sql<Ours>`
    select payment_id as id, amount_paise + customer_fee_paise as paise, recorded_at as at, true as is_expected from payment
    where payment_id like 'pay\\_%' and status in ('captured', 'refunded')
    union all
    select refund_id, sum(amount_paise)::integer, min(coalesce(accepted_at, due_since)), refund_id like 'rfnd\\_%' and bool_and(status = 'processed') from refund
    where refund_id like any (array['rfnd\\_%', 'disp\\_%']) and status in ('requested', 'processed') group by 1`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What differs between the uploaded lines and our records, as it must be listed. */
function expectedDifferences(
  lines: readonly SettlementLine[],
  ours: ReadonlyMap<string, Ours>,
): Difference[] {
  const days = lines.map(({ settledOn }) => settledOn).toSorted();
  const since = days[0] === undefined ? Infinity : instantOf(days[0], 0);
  const found: Difference[] = lines.flatMap(({ entityId, disputeId, amount }): Difference[] => {
    const isOurs = /^(pay|rfnd)_/.test(entityId);
    const paise = ours.get(isOurs ? entityId : (disputeId ?? ''))?.paise;
    if (paise === amount) return [];
    const problem = paise === undefined ? 'unknown' : 'amount';
    return [{ subject: entityId, problem, ours: text(paise ?? 0), reported: text(amount) }];
  });
  const reported = new Set(lines.map(({ entityId }) => entityId));
  for (const { id, paise, at, is_expected: isExpected } of ours.values()) {
    if (!isExpected || reported.has(id) || at.getTime() < since) continue;
    const problem = id.startsWith('pay_') ? 'missing-payment' : 'missing-refund';
    found.push({ subject: id, problem, ours: text(paise), reported: text(0) });
  }
  return found;
}

const keyOf = ({ subject, problem, ours, reported }: Difference): string =>
  `${problem} ${subject}: ${ours} of ours, ${reported} in reports`;

/** The sums of each settlement, from the uploaded lines. */
function expectedSums(lines: readonly SettlementLine[]): Map<string, string> {
  const sums = new Map<
    string,
    { payments: number; refunds: number; fee: number; tax: number; net: number }
  >();
  for (const { settlementId, kind, amount, fee, tax, net } of lines) {
    const sum = sums.get(settlementId) ?? { payments: 0, refunds: 0, fee: 0, tax: 0, net: 0 };
    sums.set(settlementId, {
      payments: sum.payments + (kind === 'payment' ? amount : 0),
      refunds: sum.refunds + (kind === 'refund' ? amount : 0),
      fee: sum.fee + fee,
      tax: sum.tax + tax,
      net: sum.net + net,
    });
  }
  return new Map(
    [...sums].map(([id, sum]) => [
      id,
      [sum.payments, sum.refunds, sum.fee, sum.tax, sum.net].map(text).join(' '),
    ]),
  );
}

/**
 * After draining, when everything must be in a settlement: each payment, refund and lost dispute agrees with the uploaded lines to
 * the paisa, or is listed or explained as a difference; and nothing else is listed.
 */
export async function wrongSettlements(simulation: Simulation): Promise<string[]> {
  if (simulation.uploads === 0) return [];
  simulation.clock.now += (USUAL_SETTLEMENT_DAYS + 5) * DAY_MS;
  const shown = await settlementsOf(simulation);
  if (!shown) return ['the settlements are not shown'];
  const lines = [...simulation.settled.values()];
  const explained = new Set(shown.explained.map(keyOf));
  const expected = expectedDifferences(lines, await oursById(simulation))
    .map(keyOf)
    .filter((key) => !explained.has(key));
  const listed = shown.differences.map(keyOf);
  const sums = expectedSums(lines);
  return [
    ...expected
      .filter((key) => !listed.includes(key))
      .map((key) => `violated: settlements: not listed: ${key}`),
    ...listed
      .filter((key) => !expected.includes(key))
      .map((key) => `violated: settlements: listed without reason: ${key}`),
    ...shown.settlements.flatMap(({ id, payments, refunds, fee, tax, net }) => {
      const sum = [payments, refunds, fee, tax, net].join(' ');
      return sum === sums.get(id)
        ? []
        : [`violated: settlement ${id} shows ${sum} instead of ${sums.get(id) ?? 'nothing'}`];
    }),
    ...(shown.settlements.length === sums.size ? [] : ['violated: a settlement is not shown']),
  ];
}
