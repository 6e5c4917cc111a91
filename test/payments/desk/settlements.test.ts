import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ReceivedPaymentsResponse } from '../../../contract/desk/money/payments.ts';
import type { SettlementDifference, SettlementsResponse } from '../../../contract/desk/money/settlements.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { MAX_REPORT_BYTES } from '../../../domain/money/settlementReport.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { createSeries, PAISE } from '../bookingSeries.ts';
import { bookByCard, cancelNow } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { processRefunds } from '../../../server/payments/reconcile/processRefunds.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { complete, DAY, dataOf } from '../startPayments.ts';

/* The provider's reports of settlements, matched with payments and refunds. */

withFreshPayments();
let owner: SignedIn | undefined;
beforeEach(async () => {
  owner = await signIn(server, 'owner');
});

const upload = async (
  body: string | Uint8Array<ArrayBuffer>,
  name = 'november.csv',
  token = owner?.access,
): Promise<ApiResponse<ErrorBody>> => {
  const response = await fetch(
    `${server.url}${deskPaths.uploadSettlementReport}?name=${encodeURIComponent(name)}`,
    { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }, body },
  );
  return { status: response.status, body: (await response.json()) as ErrorBody } as ApiResponse<ErrorBody>;
};
const today = () => dateAt(server.clock.now);
const load = async () =>
  dataOf(
    await get<SettlementsResponse & ErrorBody>(
      server,
      `${deskPaths.settlements}?from=2025-11-01&to=2025-12-31`,
      owner?.access,
    ),
  );
const explain = (
  difference: SettlementDifference,
  note = 'The bank has confirmed it',
  token = owner?.access,
) =>
  post<ErrorBody>(
    server,
    deskPaths.explainDifference,
    {
      subject: difference.subject,
      problem: difference.problem,
      ours: difference.ours,
      reported: difference.reported,
      note,
    },
    { token },
  );
/** The database's clock dates payments and settlements; that of the tests is another one. */
const dateByTestClock = async () => {
  const at = new Date(server.clock.now);
  await server.database.updateTable('payment').set({ recorded_at: at }).execute();
};
/** Two bookings by card, of which one is cancelled and refunded. */
async function bookTwo() {
  const kept = await bookByCard(server, DAY, { start: 20, end: 22 });
  const cancelled = await bookByCard(server, '2025-12-10', { start: 24, end: 26 });
  await cancelNow(server, cancelled.id);
  await processRefunds(server.payments);
  await server.sandbox.advanceClock(120_000);
  await server.sandbox.deliverDue();
  await dateByTestClock();
  return { kept, cancelled };
}
/** Replaces a value in the line of a payment or refund. */
const edit = (report: string, id: string, from: string, to: string) =>
  report
    .split('\r\n')
    .map((line) => (line.includes(id) ? line.replace(from, to) : line))
    .join('\r\n');

describe('a report that agrees with ours', () => {
  test('fills in fees and settlements of payments, and nothing differs', async () => {
    const { kept, cancelled } = await bookTwo();
    expect(await upload(await server.sandbox.settlementReport())).toMatchObject({ status: 200 });
    const data = await load();
    expect(data.differences).toEqual([]);
    expect(data.reports).toMatchObject([
      { file: 'november.csv', lines: 3, new_lines: 3, unknown_columns: [] },
    ]);
    const sums = { payments: 0, refunds: 0, fee: 0, tax: 0, other: 0, net: 0 };
    for (const settlement of data.settlements)
      for (const name of Object.keys(sums) as (keyof typeof sums)[])
        sums[name] += Number(settlement[name]) * 100;
    expect(sums).toEqual({ payments: 118_472, refunds: 59_236, fee: 2370, tax: 426, other: 0, net: 56_440 });

    const { payments, totals, rooms } = dataOf(
      await get<ReceivedPaymentsResponse & ErrorBody>(
        server,
        `${deskPaths.payments}?from=${today()}&to=${today()}`,
        owner?.access,
      ),
    );
    expect(payments.find(({ booking_id }) => booking_id === kept.id)?.in_settlement).toEqual({
      fee: '11.85',
      tax: '2.13',
      settlements: [expect.stringMatching(/^setl_/)],
    });
    expect(totals).toEqual([
      { method: 'card', payments: 2, amount: '1184.72', refunded: '592.36', fees: '27.96' },
    ]);
    expect(rooms).toEqual([
      { room: 'Kolam Round', payments: 2, amount: '1184.72', refunded: '592.36', fees: '27.96' },
    ]);
    const file = await fetch(
      `${server.url}${deskPaths.reportFile}?from=${today()}&to=${today()}&table=payments`,
      { headers: { authorization: `Bearer ${owner?.access}` } },
    );
    const text = await file.text();
    for (const { paymentId } of [kept, cancelled]) {
      expect(text).toMatch(new RegExp(`,,${paymentId},592\\.36,(?:0|592\\.36),11\\.85,2\\.13,setl_\\w+,`));
    }
  });

  test('changes nothing when it is uploaded again, also at the same moment', async () => {
    await bookTwo();
    const report = await server.sandbox.settlementReport();
    const responses = await Promise.all([upload(report), upload(report, 'again.csv'), upload(report)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const before = await load();
    expect(before.reports).toHaveLength(1);
    expect(await upload(report, 'later.csv')).toMatchObject({ status: 200 });
    expect(await load()).toEqual(before);
  });

  test('adds only lines that no earlier report had', async () => {
    await bookTwo();
    const report = await server.sandbox.settlementReport();
    await upload(report.split('\r\n').slice(0, 2).join('\r\n'));
    await upload(report, 'whole.csv');
    const { reports } = await load();
    expect(reports.map(({ lines, new_lines }) => [lines, new_lines])).toEqual(
      expect.arrayContaining([
        [1, 1],
        [3, 2],
      ]),
    );
  });
});

describe('a file is refused', () => {
  test('with a sentence when it is not the report, and nothing is stored', async () => {
    await bookTwo();
    const report = await server.sandbox.settlementReport();
    const message = async (body: string | Uint8Array<ArrayBuffer>) => {
      const { status, body: answer } = await upload(body);
      return [status, answer.error.message];
    };
    expect(await message('Date,Amount\n1,2\n')).toEqual([
      400,
      expect.stringContaining('This is not the settlement report'),
    ]);
    expect(await message(report.replace('entity_id', 'id'))).toEqual([
      400,
      'The report lacks the columns “entity_id”.',
    ]);
    expect(await message(new Uint8Array([0x50, 0x4b, 3, 4, 0xff]))).toEqual([
      400,
      expect.stringContaining('This is an Excel file'),
    ]);
    expect(await message(new Uint8Array([0xff, 0xd8, 0xff]))).toEqual([
      400,
      expect.stringContaining('This is not a text file'),
    ]);
    expect((await upload('x'.repeat(MAX_REPORT_BYTES + 1))).status).toBe(413);
    expect(
      (
        await post(
          server,
          `${deskPaths.uploadSettlementReport}?name=a.csv`,
          { a: 1 },
          { token: owner?.access },
        )
      ).status,
    ).toBe(415);
    const desk = await signIn(server, 'desk');
    expect((await upload(report, 'a.csv', desk.access)).status).toBe(403);
    expect((await load()).reports).toEqual([]);
  });

  test('when it contradicts an earlier report', async () => {
    const { kept } = await bookTwo();
    const report = await server.sandbox.settlementReport();
    await upload(report);
    const { status, body } = await upload(edit(report, kept.paymentId, '11.85', '11.95'), 'other.csv');
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining(`has other values for ${kept.paymentId} than the report “november.csv”`),
    ]);
    expect((await load()).reports).toHaveLength(1);
  });
});

describe('what differs', () => {
  test('is listed with both amounts: another amount, a sum, what is not ours, and what is missing', async () => {
    const { kept, cancelled } = await bookTwo();
    const missing = await bookByCard(server, DAY, { start: 30, end: 32 });
    await dateByTestClock();
    const report = (await server.sandbox.settlementReport())
      .split('\r\n')
      .filter((line) => !line.includes(missing.paymentId))
      .join('\r\n');
    const line = report.split('\r\n').find((text) => text.includes(kept.paymentId)) ?? '';
    const unknown = line.replace(kept.paymentId, 'pay_NotOurs0000001');
    const wrong = edit(
      edit(report, kept.paymentId, '592.36', '590.00'),
      cancelled.paymentId,
      '578.38',
      '570.38',
    );
    await upload(`${wrong}${unknown}\r\n`);
    const first = await load();
    const shown = ({ subject, problem, ours, reported }: SettlementDifference) =>
      [subject, problem, ours, reported].join(' ');
    expect(first.differences.map(shown).toSorted()).toEqual(
      [
        `${kept.paymentId} amount 592.36 590.00`,
        `${cancelled.paymentId} sum 578.38 570.38`,
        'pay_NotOurs0000001 unknown 0.00 592.36',
      ].toSorted(),
    );
    expect(first.differences.find(({ subject }) => subject === kept.paymentId)).toMatchObject({
      booking_id: kept.id,
    });

    // A payment is in a settlement after a few days.
    const { database, clock } = server;
    await database.updateTable('settlement_report').set({ first_settled_on: today() }).execute();
    clock.now += 6 * 86_400_000;
    owner = await signIn(server, 'owner');
    const later = (await load()).differences.filter(({ problem }) => problem.startsWith('missing'));
    expect(later.map(shown)).toEqual([`${missing.paymentId} missing-payment 592.36 0.00`]);
    const rest = await server.sandbox.settlementReport();
    await upload(
      rest
        .split('\r\n')
        .filter((text, index) => index === 0 || text.includes(missing.paymentId))
        .join('\r\n'),
      'december.csv',
    );
    expect((await load()).differences.map(({ problem }) => problem).toSorted()).toEqual([
      'amount',
      'sum',
      'unknown',
    ]);
  });

  /** A report since which a missing refund counts. */
  async function uploadWithoutRefunds() {
    const report = await server.sandbox.settlementReport();
    await upload(
      report
        .split('\r\n')
        .filter((line) => !line.startsWith('refund'))
        .join('\r\n'),
    );
    await server.database.updateTable('settlement_report').set({ first_settled_on: today() }).execute();
  }

  test('a refund that no report names is missing, too', async () => {
    const { cancelled } = await bookTwo();
    await uploadWithoutRefunds();
    server.clock.now += 6 * 86_400_000;
    owner = await signIn(server, 'owner');
    expect((await load()).differences).toMatchObject([
      { problem: 'missing-refund', ours: '592.36', booking_id: cancelled.id },
    ]);
  });

  test('a refund of two dates that no report names is missing once, with the whole amount', async () => {
    const dates = [{ day: DAY }, { day: '2025-12-10' }];
    const created = dataOf(await createSeries(server, dates));
    const paid = await pay(server, created);
    dataOf(await complete(server, created, paid));
    await server.sandbox.refundByHand(paid.razorpay_payment_id);
    server.clock.now += 10 * 60_000;
    await server.sandbox.deliverDue();
    await reconcile(server.payments);
    await dateByTestClock();
    expect(await server.database.selectFrom('refund').select(['amount_paise', 'status']).execute()).toEqual(
      dates.map(() => ({ amount_paise: PAISE, status: 'processed' })),
    );
    await uploadWithoutRefunds();
    server.clock.now += 6 * 86_400_000;
    owner = await signIn(server, 'owner');
    const { differences } = await load();
    expect(differences).toMatchObject([
      { problem: 'missing-refund', ours: rupeesAmount(2 * PAISE), reported: '0.00' },
    ]);
    const [difference] = differences;
    if (!difference) throw new Error('nothing differs');
    expect((await explain(difference)).status).toBe(200);
    expect((await load()).differences).toEqual([]);
  });

  test('a refund that the provider accepted late is expected five days later', async () => {
    const { cancelled } = await bookTwo();
    await uploadWithoutRefunds();
    // It was due for ten days before the provider accepted it.
    await server.database
      .updateTable('refund')
      .set({ due_since: new Date(server.clock.now - 10 * 86_400_000) })
      .execute();
    const accepted = today();
    expect((await load()).differences).toEqual([]);
    server.clock.now += 6 * 86_400_000;
    owner = await signIn(server, 'owner');
    expect((await load()).differences).toMatchObject([
      { problem: 'missing-refund', day: accepted, booking_id: cancelled.id },
    ]);
  });

  test('a lost dispute is matched with what the bank took back', async () => {
    const { kept } = await bookTwo();
    const { id } = await server.sandbox.openDispute(kept.paymentId);
    await server.sandbox.decideDispute(id, 'lost');
    await server.sandbox.deliverDue();
    await upload(await server.sandbox.settlementReport());
    const { differences, settlements } = await load();
    expect(differences).toEqual([]);
    expect(settlements.reduce((sum, { other }) => sum + Number(other), 0)).toBe(-592.36);
  });

  test('is listed until somebody explains it, and the audit has the note', async () => {
    const { kept } = await bookTwo();
    await upload(edit(await server.sandbox.settlementReport(), kept.paymentId, '592.36', '590.00'));
    const [difference] = (await load()).differences;
    if (!difference) throw new Error('nothing differs');
    expect((await explain(difference, ' ')).status).toBe(400);
    expect((await explain({ ...difference, reported: '591.00' })).status).toBe(409);
    expect((await explain(difference)).status).toBe(200);
    expect((await explain(difference)).status).toBe(200);
    expect((await explain(difference, 'Another reason')).status).toBe(409);
    const after = await load();
    expect(after.differences).toEqual([]);
    expect(after.explained).toMatchObject([
      { subject: kept.paymentId, note: 'The bank has confirmed it', by: 'Omana Raman' },
    ]);
    const audited = await server.database
      .selectFrom('audit_entry')
      .select(['action', 'reason'])
      .where('subject', '=', 'settlement')
      .where('subject_id', '=', kept.paymentId)
      .execute();
    expect(audited).toEqual([
      { action: 'settlement difference explained', reason: 'The bank has confirmed it' },
    ]);
  });

  test('of a payment that becomes known after its explanation is listed again when it differs in another way', async () => {
    const { kept } = await bookTwo();
    const { database } = server;
    const report = await server.sandbox.settlementReport();
    const setPayment = (status: 'created' | 'captured', paise: number) =>
      database
        .updateTable('payment')
        .set({ status, amount_paise: paise })
        .where('payment_id', '=', kept.paymentId)
        .execute();
    await setPayment('created', 592_36);
    await upload(report);
    const [unknown] = (await load()).differences;
    expect(unknown).toMatchObject({ subject: kept.paymentId, problem: 'unknown', reported: '592.36' });
    if (!unknown) throw new Error('nothing differs');
    expect((await explain(unknown)).status).toBe(200);
    expect((await load()).differences).toEqual([]);
    await setPayment('captured', 590_00);
    expect((await load()).differences).toMatchObject([
      { subject: kept.paymentId, problem: 'amount', ours: '590.00', reported: '592.36' },
    ]);
    // One that agrees in the end is closed by the next report.
    await setPayment('captured', 592_36);
    await upload(`${report}\r\n`, 'december.csv');
    expect((await load()).differences).toEqual([]);
    const open = database.selectFrom('settlement_line').select('entity_id').where('is_open', '=', true);
    expect(await open.where('entity_id', '=', kept.paymentId).execute()).toEqual([]);
  });

  test('of sums that no integer holds is listed and explained', async () => {
    const { kept } = await bookTwo();
    const report = await server.sandbox.settlementReport();
    await upload(report);
    await server.database
      .updateTable('settlement_line')
      .set({ amount_paise: 2_000_000_000, is_open: true })
      .where('entity_id', '=', kept.paymentId)
      .execute();
    await sql`insert into settlement_line (entity_id, settlement_id, report_id, kind, settled_on, amount_paise, fee_paise, tax_paise,
      net_paise) select entity_id, 'setl_Other', report_id, kind, settled_on, amount_paise, 0, 0, amount_paise
      from settlement_line where entity_id = ${kept.paymentId}`.execute(server.database);
    const { differences } = await load();
    expect(differences).toMatchObject([
      { problem: 'amount', ours: '592.36', reported: '40000000.00' },
      { problem: 'amount', ours: '592.36', reported: '40000000.00' },
    ]);
    const [difference] = differences;
    if (!difference) throw new Error('nothing differs');
    expect((await explain(difference)).status).toBe(200);
    expect((await load()).differences).toEqual([]);
  });

  test('one of two explanations at the same moment is stored', async () => {
    await bookTwo();
    await upload((await server.sandbox.settlementReport()).replace('578.38', '570.38'));
    const [difference] = (await load()).differences;
    if (!difference) throw new Error('nothing differs');
    const responses = await Promise.all(['One', 'Other'].map((note) => explain(difference, note)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await load()).explained).toHaveLength(1);
  });
});

test('the sandbox offers its report for download on this machine', async () => {
  await bookTwo();
  const response = await fetch(`${server.url}/sandbox/settlements.csv`);
  expect(response.headers.get('content-disposition')).toContain('settlement-recon.csv');
  expect(await response.text()).toBe(await server.sandbox.settlementReport());
  const forwarded = await fetch(`${server.url}/sandbox/settlements.csv`, { headers: { via: '1.1 proxy' } });
  expect(forwarded.status).toBe(400);
});
