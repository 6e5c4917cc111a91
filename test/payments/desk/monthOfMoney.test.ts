import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../domain/account/roles.ts';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { settlementColumns } from '../../../domain/money/settlementReport.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import { loadPayments } from '../../../server/desk/payments.ts';
import { staffChange, type Staff } from '../../../server/audit/staffChange.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { openDifferences } from '../../../server/settlements/differences.ts';
import { readReport, settlementsIn, storeReport } from '../../../server/settlements/settlements.ts';
import { closeTill, latestCloses, loadTills } from '../../../server/settlements/till.ts';
import { handBack } from '../../../server/sales/refunds/money.ts';
import { emptyDatabase, migrateAndSeed } from '../../api/emptyDatabase.ts';

/*
 * A month of random sales and refunds, at the provider and at the desk, with a count of each till every evening and a report of
 * settlements every week: what was received is what the bank got, what the provider kept, and what is in the tills, to the paisa.
 */

const FIRST = '2025-11-01';
const DAYS = 30;
const SALES = 2_000;
const SEED = 20_251_130;
let open: OpenDatabase;
beforeAll(async () => {
  open = await emptyDatabase();
  await migrateAndSeed(open, instantOf(FIRST, 0));
});
afterAll(() => open.close());

/** The same numbers in every run (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

test('received = settlements + fees + cash + UPI, of a month with 2,000 sales', async () => {
  const { database } = open;
  const pick = generator(SEED);
  const staffOf = async (email: string, role: Exclude<Role, 'customer'>): Promise<Staff> => {
    const { id } = await database
      .updateTable('app_user')
      .set({ role })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name: email, role, second_factor: false };
  };
  const clerks = [await staffOf('desk@example.com', 'staff'), await staffOf('owner@example.com', 'owner')];
  const [clerk, owner] = clerks as [Staff, Staff];
  const lines: { readonly day: string; readonly cells: Readonly<Record<string, string>> }[] = [];
  const settled = (day: string, kind: string, id: string, amount: number, fee: number, tax: number) => {
    const net = kind === 'payment' ? amount - fee - tax : -amount;
    const settledOn = addDays(day, 2);
    lines.push({
      day: settledOn,
      cells: {
        transaction_entity: kind,
        entity_id: id,
        amount: rupeesAmount(amount),
        currency: 'INR',
        'fee (exclusive tax)': rupeesAmount(fee),
        tax: rupeesAmount(tax),
        debit: rupeesAmount(Math.max(0, -net)),
        credit: rupeesAmount(Math.max(0, net)),
        settlement_id: `setl_${settledOn.replaceAll('-', '')}`,
        settled_at: `${settledOn}T20:00:00`,
      },
    });
  };
  const upload = (until: string, now: number) => {
    const rows = lines.filter(({ day }) => day <= until).map(({ cells }) => cells);
    const text = [settlementColumns, ...rows.map((row) => settlementColumns.map((name) => row[name] ?? ''))]
      .map((cells) => cells.join(','))
      .join('\r\n');
    const report = readReport(new TextEncoder().encode(text), `${until}.csv`);
    return staffChange({ database, now: () => now, staff: owner, role: 'bookkeeper' }, (tx) =>
      storeReport(tx, report, { staff: owner, now }),
    );
  };

  const day = (index: number) => addDays(FIRST, index);
  /** Sales that may still be refunded. */
  const sales: { readonly payment: string; readonly isAtDesk: boolean; left: number }[] = [];
  let coins = 0;
  let number = 0;
  const total = { received: 0, refunded: 0 };
  for (let index = 0; index < DAYS; index += 1) {
    const date = day(index);
    const at = (slot: number) => instantOf(date, slot);
    const made = Array.from({ length: Math.ceil(SALES / DAYS) }, () => {
      number += 1;
      const way = pick(3);
      const method = way === 0 ? 'cash' : 'upi';
      const payment = way === 2 ? `pay_n${number}` : `desk_${method}_${number.toString(16)}`;
      const amount = 100 + pick(900_000);
      return {
        purchase: randomUUID(),
        payment,
        method: way === 2 ? null : method,
        reference: way === 1 ? `4${number}` : null,
        clerk: clerks[pick(2)]?.id,
        amount,
        at: new Date(at(14 + pick(28))).toISOString(),
      };
    });
    const table = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (purchase uuid, payment text, method text,
      reference text, clerk uuid, amount integer, at timestamptz)`;
    await sql`insert into point_purchase (id, user_id, half_points, amount_paise, created_at)
      select purchase, (select id from app_user where email = 'member@example.com'), 2, amount, at from ${table}`.execute(
      database,
    );
    await sql`insert into payment_order (order_id, purchase_id, amount_paise, status, created_at)
      select payment, purchase, amount, 'paid', at from ${table}`.execute(database);
    await sql`insert into payment (payment_id, order_id, amount_paise, status, recorded_at)
      select payment, payment, amount, 'captured', at from ${table}`.execute(database);
    await sql`insert into desk_payment (payment_id, method, reference, taken_by, taken_at)
      select payment, method, reference, clerk, at from ${table} where method is not null`.execute(database);
    for (const { payment, amount, method } of made) {
      total.received += amount;
      sales.push({ payment, isAtDesk: method !== null, left: amount });
      if (method !== null) continue;
      const fee = Math.round((amount * pick(4)) / 100);
      settled(date, 'payment', payment, amount, fee, Math.round(fee * 0.18));
    }
    // About a quarter as many refunds, some of them of the same payment.
    for (let each = 0; each < made.length / 4; each += 1) {
      const sale = sales[pick(sales.length)];
      if (!sale || sale.left < 2) continue;
      const amount = 1 + pick(sale.left);
      sale.left -= amount;
      total.refunded += amount;
      number += 1;
      const providerId = `rfnd_n${number}`;
      const { id } = await database
        .insertInto('refund')
        .values({
          paying_payment_id: sale.payment,
          booking_id: null,
          amount_paise: amount,
          reason: 'cancelled',
          due_since: new Date(at(30)),
          next_try_at: new Date(at(30)),
          ...(!sale.isAtDesk && { status: 'processed', refund_id: providerId }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!sale.isAtDesk) {
        settled(date, 'refund', providerId, amount, 0, 0);
        continue;
      }
      const staff = clerks[pick(2)] as Staff;
      const method = pick(2) === 0 ? 'cash' : 'upi';
      const reference = method === 'upi' ? `9${number}` : undefined;
      await staffChange({ database, now: () => at(31), staff, role: 'staff' }, (tx) =>
        handBack(tx, { refund_id: id, method, reference }, { staff, now: at(31) }),
      );
    }
    for (const till of await loadTills(database, owner)) {
      const missing = pick(4) === 0 ? pick(100) : 0;
      coins += missing;
      const expected = { cash: parsePaise(till.cash.expected), upi: parsePaise(till.upi.expected) };
      await staffChange({ database, now: () => at(44), staff: owner, role: 'manager' }, (tx) =>
        closeTill(
          tx,
          {
            clerk_id: till.clerk_id,
            number: till.number,
            cash_expected: expected.cash,
            upi_expected: expected.upi,
            cash: expected.cash - missing,
            upi: expected.upi,
            note: missing > 0 ? 'Some coins are missing' : undefined,
          },
          { staff: owner, now: at(44) },
        ),
      );
    }
    if (index % 7 === 6) await upload(date, at(46));
  }
  const end = addDays(FIRST, DAYS + 2);
  await upload(end, instantOf(end, 40));
  await upload(end, instantOf(end, 41));

  const settlements = await settlementsIn(database, { from: FIRST, to: end });
  const sum = (name: 'payments' | 'refunds' | 'fee' | 'tax' | 'other' | 'net') =>
    settlements.reduce((paise, settlement) => paise + parsePaise(settlement[name]), 0);
  const { rows: counts } = await sql<{ cash: number; upi: number }>`
    select sum(cash_counted_paise)::float8 as cash, sum(upi_counted_paise)::float8 as upi from till_close`.execute(
    database,
  );
  const [counted] = counts;
  if (!counted) throw new Error('nothing was counted');
  expect(sum('net')).toBe(sum('payments') - sum('refunds') - sum('fee') - sum('tax'));
  expect(total.received - total.refunded).toBe(
    sum('net') + sum('fee') + sum('tax') + counted.cash + counted.upi + coins,
  );
  // Nothing differs and every till is empty.
  expect(await openDifferences(database, instantOf(addDays(end, 10), 0))).toEqual({
    differences: [],
    more: false,
  });
  expect((await loadTills(database, owner)).flatMap(({ entries }) => entries)).toEqual([]);
  expect((await latestCloses(database, clerk)).length).toBeGreaterThan(DAYS / 2);
  // The section of payments shows the same month.
  const { totals } = await loadPayments(database, {
    start: new Date(instantOf(FIRST, 0)),
    end: new Date(instantOf(end, 0)),
  });
  const kept = totals.reduce(
    (paise, { amount, refunded }) => paise + parsePaise(amount) - parsePaise(refunded),
    0,
  );
  expect(kept).toBe(total.received - total.refunded);
});
