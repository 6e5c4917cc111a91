import { sql } from 'kysely';
import type {
  CloseTillRequest,
  Till,
  TillClose,
  TillEntry,
  TillSums,
} from '../../contract/desk/money/till.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { hasRole } from '../../domain/account/roles.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import type { DeskMethod } from '../../domain/money/deskPayment.ts';
import { rupees } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { signedAmount } from './differences.ts';

const MAX_ENTRIES = 200;
const MAX_CLOSES = 100;

/** A clerk signs off the own till, a manager any. */
export const maySignOff = (staff: Staff, clerkId: string): boolean =>
  staff.id === clerkId || hasRole(staff.role, 'manager');

interface OpenEntry {
  readonly method: DeskMethod;
  readonly amount_paise: number;
}

const sumOf = (entries: readonly OpenEntry[]): number =>
  entries.reduce((sum, { amount_paise }) => sum + amount_paise, 0);

function sumsOf(entries: readonly OpenEntry[], method: DeskMethod): TillSums {
  const ofMethod = entries.filter((entry) => entry.method === method);
  return {
    taken: signedAmount(sumOf(ofMethod.filter(({ amount_paise }) => amount_paise > 0))),
    handed_out: signedAmount(-sumOf(ofMethod.filter(({ amount_paise }) => amount_paise < 0))),
    expected: signedAmount(sumOf(ofMethod)),
  };
}

/** Everything that is in no count yet, of one clerk or of all; the latest first. */
const openEntries = (database: Database, clerkId: string | null) =>
  database
    .selectFrom('till_entry')
    .innerJoin('app_user as clerk', 'clerk.id', 'till_entry.clerk_id')
    .leftJoin('refund', 'refund.id', 'till_entry.refund_id')
    .innerJoin('payment', (join) =>
      join.on('payment.payment_id', '=', sql`coalesce(till_entry.payment_id, refund.source_payment_id)`),
    )
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('booking as paid', 'paid.id', 'payment_order.booking_id')
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .leftJoin('app_user as customer', (join) =>
      join.on('customer.id', '=', sql`coalesce(paid.user_id, point_purchase.user_id)`),
    )
    .select(sql<string>`till_entry.id::text`.as('id'))
    .select(['till_entry.clerk_id', 'till_entry.method', 'till_entry.amount_paise', 'till_entry.at'])
    .select(['clerk.first_name as clerk_first_name', 'clerk.last_name as clerk_last_name'])
    .select(['customer.first_name', 'customer.last_name'])
    .select(sql<string | null>`coalesce(refund.booking_id, paid.moves_booking_id, paid.id)`.as('booking_id'))
    .where('till_entry.close_id', 'is', null)
    .$if(clerkId !== null, (query) => query.where('till_entry.clerk_id', '=', clerkId ?? ''))
    .orderBy('till_entry.id', 'desc')
    .execute();

type ListedEntry = Awaited<ReturnType<typeof openEntries>>[number];

const entryResponse = (entry: ListedEntry): TillEntry => ({
  id: entry.id,
  at: entry.at.toISOString(),
  kind: entry.amount_paise < 0 ? 'refund' : 'payment',
  method: entry.method,
  amount: signedAmount(entry.amount_paise),
  booking_id: entry.booking_id,
  booking_reference: entry.booking_id && bookingReference(entry.booking_id),
  customer: fullName(entry.first_name ?? '', entry.last_name),
});

/** By clerk. */
async function nextNumbers(
  database: Database | Tx,
  clerkIds: readonly string[],
): Promise<Map<string, number>> {
  const closes = await database
    .selectFrom('till_close')
    .select(['clerk_id', sql<number>`max(number)`.as('number')])
    .where('clerk_id', '=', sql<string>`any(${clerkIds}::uuid[])`)
    .groupBy('clerk_id')
    .execute();
  return new Map(closes.map(({ clerk_id, number }) => [clerk_id, number + 1]));
}

/** The tills that somebody may sign off: the own one first, and for a manager those of others with entries. */
export async function loadTills(database: Database, staff: Staff): Promise<Till[]> {
  const entries = await openEntries(database, hasRole(staff.role, 'manager') ? null : staff.id);
  const clerks = new Map([[staff.id, staff.name]]);
  for (const entry of entries)
    clerks.set(entry.clerk_id, fullName(entry.clerk_first_name, entry.clerk_last_name));
  const numbers = await nextNumbers(database, [...clerks.keys()]);
  return [...clerks].map(([clerkId, clerk]) => {
    const own = entries.filter(({ clerk_id }) => clerk_id === clerkId);
    return {
      clerk_id: clerkId,
      clerk,
      number: numbers.get(clerkId) ?? 1,
      since: own.at(-1)?.at.toISOString() ?? null,
      cash: sumsOf(own, 'cash'),
      upi: sumsOf(own, 'upi'),
      entries: own.slice(0, MAX_ENTRIES).map(entryResponse),
      more: own.length > MAX_ENTRIES,
    };
  });
}

/** The latest counts of the tills that somebody may sign off. */
export async function latestCloses(database: Database, staff: Staff): Promise<TillClose[]> {
  const closes = await database
    .selectFrom('till_close')
    .select(['id', 'clerk_name', 'number', 'at', 'staff_name', 'note'])
    .select(['cash_expected_paise', 'cash_counted_paise', 'upi_expected_paise', 'upi_counted_paise'])
    .$if(!hasRole(staff.role, 'manager'), (query) => query.where('clerk_id', '=', staff.id))
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(MAX_CLOSES)
    .execute();
  return closes.map(({ id, clerk_name, number, at, staff_name, note, ...count }) => ({
    id,
    clerk: clerk_name,
    number,
    at: at.toISOString(),
    by: staff_name,
    cash: {
      expected: signedAmount(count.cash_expected_paise),
      counted: signedAmount(count.cash_counted_paise),
    },
    upi: {
      expected: signedAmount(count.upi_expected_paise),
      counted: signedAmount(count.upi_counted_paise),
    },
    note,
  }));
}

/**
 * Signs off a clerk's count: everything that the clerk has taken and handed out since the last count belongs to this one. An entry
 * that is committed later belongs to the next one. Throws 403 for the till of another clerk without the role, 404 for an unknown
 * clerk, and 409 'changed-meanwhile' when the expected sums are no longer the shown ones or somebody has signed the count off. A
 * repeated call changes nothing.
 */
export async function closeTill(
  tx: Tx,
  { clerk_id, number, cash, cash_expected, upi, upi_expected, note: typedNote }: CloseTillRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  if (!maySignOff(staff, clerk_id)) {
    throw new ApiError('not-allowed', 'Only a manager signs off the till of somebody else');
  }
  const clerk = await tx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', clerk_id)
    .executeTakeFirst();
  if (!clerk) throw new ApiError('not-found', 'There is no such clerk');
  const note = typedNote ?? null;
  // Of two who sign off at once, the second waits here, and then finds that the entries have their count.
  const entries = await tx
    .selectFrom('till_entry')
    .select(['id', 'method', 'amount_paise'])
    .where('clerk_id', '=', clerk_id)
    .where('close_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const existing = await tx
    .selectFrom('till_close')
    .select(['staff_id', 'staff_name', 'note'])
    .select(['cash_expected_paise', 'cash_counted_paise', 'upi_expected_paise', 'upi_counted_paise'])
    .where('clerk_id', '=', clerk_id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (existing) {
    const isRepeated =
      existing.staff_id === staff.id &&
      existing.note === note &&
      existing.cash_counted_paise === cash &&
      existing.cash_expected_paise === cash_expected &&
      existing.upi_counted_paise === upi &&
      existing.upi_expected_paise === upi_expected;
    if (isRepeated) return { result: null, changes: [] };
    throw new ApiError('changed-meanwhile', `${existing.staff_name} has signed off this count already`);
  }
  const expected = {
    cash: sumOf(entries.filter(({ method }) => method === 'cash')),
    upi: sumOf(entries.filter(({ method }) => method === 'upi')),
  };
  const next = (await nextNumbers(tx, [clerk_id])).get(clerk_id) ?? 1;
  if (expected.cash !== cash_expected || expected.upi !== upi_expected || next !== number) {
    throw new ApiError(
      'changed-meanwhile',
      `Something was taken or handed out meanwhile: expected are now ${rupees(expected.cash, 'always')} in cash and ${rupees(expected.upi, 'always')} by UPI`,
    );
  }
  const close = await tx
    .insertInto('till_close')
    .values({
      clerk_id,
      clerk_name: fullName(clerk.first_name, clerk.last_name),
      number,
      at: new Date(now),
      staff_id: staff.id,
      staff_name: staff.name,
      cash_expected_paise: expected.cash,
      cash_counted_paise: cash,
      upi_expected_paise: expected.upi,
      upi_counted_paise: upi,
      note,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!close) throw new ApiError('changed-meanwhile', 'Somebody has signed off this count already');
  await sql`update till_entry set close_id = ${close.id}::uuid
    where id = any (${entries.map(({ id }) => id)}::bigint[])`.execute(tx);
  const change = {
    action: 'till signed off',
    subject: 'till',
    subjectId: clerk_id,
    was: { cash: signedAmount(expected.cash), upi: signedAmount(expected.upi) },
    became: { count: number, cash: signedAmount(cash), upi: signedAmount(upi) },
    reason: note ?? undefined,
  } as const;
  return { result: null, changes: [change] };
}
