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
import { rupees } from '../../domain/money/pricing.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

const MAX_ENTRIES = 200;
const MAX_CLOSES = 100;

/** A clerk signs off the own till, a manager any. */
export const maySignOff = (staff: Staff, clerkId: string): boolean =>
  staff.id === clerkId || hasRole(staff.role, 'manager');

interface OpenTill {
  readonly clerk_id: string;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly since: Date;
  readonly entries: number;
  readonly cash_taken: number;
  readonly cash_out: number;
  readonly upi_taken: number;
  readonly upi_out: number;
}

const sumOf = (condition: string) =>
  sql<number>`coalesce(sum(amount_paise) filter (where ${sql.raw(condition)}), 0)::float8`;

/** The sums of everything that is in no count yet, by clerk, of one clerk or of all. A till that is never counted only grows. */
const openTills = (database: Database, clerkId: string | null): Promise<OpenTill[]> =>
  database
    .selectFrom('till_entry')
    .innerJoin('app_user', 'app_user.id', 'till_entry.clerk_id')
    .select(['till_entry.clerk_id', 'app_user.first_name', 'app_user.last_name'])
    .select([sql<Date>`min(at)`.as('since'), sql<number>`count(*)::integer`.as('entries')])
    .select([
      sumOf("method = 'cash' and amount_paise > 0").as('cash_taken'),
      sumOf("method = 'cash' and amount_paise < 0").as('cash_out'),
      sumOf("method = 'upi' and amount_paise > 0").as('upi_taken'),
      sumOf("method = 'upi' and amount_paise < 0").as('upi_out'),
    ])
    .where('till_entry.close_id', 'is', null)
    .$if(clerkId !== null, (query) => query.where('till_entry.clerk_id', '=', clerkId ?? ''))
    .groupBy(['till_entry.clerk_id', 'app_user.first_name', 'app_user.last_name'])
    .orderBy('app_user.first_name')
    .orderBy('till_entry.clerk_id')
    .execute();

const sumsOf = (taken: number, out: number): TillSums => ({
  taken: rupeesAmount(taken),
  handed_out: rupeesAmount(-out),
  expected: rupeesAmount(taken + out),
});

/** The latest entries of a clerk that are in no count yet. */
const openEntries = (database: Database, clerkId: string) =>
  database
    .selectFrom('till_entry')
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
    .select(['till_entry.method', 'till_entry.amount_paise', 'till_entry.at'])
    .select(['customer.first_name', 'customer.last_name'])
    .select(sql<string | null>`coalesce(refund.booking_id, paid.moves_booking_id, paid.id)`.as('booking_id'))
    .where('till_entry.close_id', 'is', null)
    .where('till_entry.clerk_id', '=', clerkId)
    .orderBy('till_entry.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();

type ListedEntry = Awaited<ReturnType<typeof openEntries>>[number];

const entryResponse = (entry: ListedEntry): TillEntry => ({
  id: entry.id,
  at: entry.at.toISOString(),
  kind: entry.amount_paise < 0 ? 'refund' : 'payment',
  method: entry.method,
  amount: rupeesAmount(entry.amount_paise),
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
  const open = await openTills(database, hasRole(staff.role, 'manager') ? null : staff.id);
  const clerks = new Map([[staff.id, staff.name]]);
  for (const { clerk_id, first_name, last_name } of open)
    clerks.set(clerk_id, fullName(first_name, last_name));
  const numbers = await nextNumbers(database, [...clerks.keys()]);
  const tills: Till[] = [];
  for (const [clerkId, clerk] of clerks) {
    const own = open.find(({ clerk_id }) => clerk_id === clerkId);
    tills.push({
      clerk_id: clerkId,
      clerk,
      number: numbers.get(clerkId) ?? 1,
      since: own?.since.toISOString() ?? null,
      cash: sumsOf(own?.cash_taken ?? 0, own?.cash_out ?? 0),
      upi: sumsOf(own?.upi_taken ?? 0, own?.upi_out ?? 0),
      entries: own ? (await openEntries(database, clerkId)).map(entryResponse) : [],
      more: (own?.entries ?? 0) > MAX_ENTRIES,
    });
  }
  return tills;
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
      expected: rupeesAmount(count.cash_expected_paise),
      counted: rupeesAmount(count.cash_counted_paise),
    },
    upi: {
      expected: rupeesAmount(count.upi_expected_paise),
      counted: rupeesAmount(count.upi_counted_paise),
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
  const count = {
    clerk_id,
    number,
    staff_id: staff.id,
    cash_expected_paise: cash_expected,
    cash_counted_paise: cash,
    upi_expected_paise: upi_expected,
    upi_counted_paise: upi,
    note,
  };
  const next = (await nextNumbers(tx, [clerk_id])).get(clerk_id) ?? 1;
  if (number > next)
    throw new ApiError('changed-meanwhile', `The next count of this clerk has the number ${next}`);
  // Of two who sign off at once, the second waits here, and then finds the count of the first.
  const close = await tx
    .insertInto('till_close')
    .values({
      ...count,
      clerk_name: fullName(clerk.first_name, clerk.last_name),
      at: new Date(now),
      staff_name: staff.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!close) {
    const existing = await tx
      .selectFrom('till_close')
      .select(['clerk_id', 'number', 'staff_id', 'staff_name', 'note'])
      .select(['cash_expected_paise', 'cash_counted_paise', 'upi_expected_paise', 'upi_counted_paise'])
      .where('clerk_id', '=', clerk_id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const { staff_name, ...stored } = existing;
    if (canonicalJson(stored) === canonicalJson(count)) return { result: null, changes: [] };
    throw new ApiError('changed-meanwhile', `${staff_name} has signed off this count already`);
  }
  // The entries are added up while they get their count, so that the sums are of these entries and of no others.
  const { rows } = await sql<{ cash: number; upi: number }>`
    with counted as (
      update till_entry set close_id = ${close.id}::uuid where clerk_id = ${clerk_id}::uuid and close_id is null
      returning method, amount_paise)
    select ${sumOf("method = 'cash'")} as cash, ${sumOf("method = 'upi'")} as upi from counted`.execute(tx);
  const expected = rows[0] ?? { cash: 0, upi: 0 };
  if (expected.cash !== cash_expected || expected.upi !== upi_expected) {
    throw new ApiError(
      'changed-meanwhile',
      `Something was taken or handed out meanwhile: expected are now ${rupees(expected.cash, 'always')} in cash and ${rupees(expected.upi, 'always')} by UPI`,
    );
  }
  const change = {
    action: 'till signed off',
    subject: 'till',
    subjectId: clerk_id,
    was: { cash: rupeesAmount(expected.cash), upi: rupeesAmount(expected.upi) },
    became: { count: number, cash: rupeesAmount(cash), upi: rupeesAmount(upi) },
    reason: note ?? undefined,
  } as const;
  return { result: null, changes: [change] };
}
