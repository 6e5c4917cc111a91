import { sql } from 'kysely';
import type { BookingInList, TaxDocumentInList, PeopleResponse, Person } from '../../contract/desk/people.ts';
import { accountKind, shownAddress } from '../../domain/account/accountIdentity.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { type DeskSearch, parseDeskSearch } from '../../domain/account/deskSearch.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { bookingCodes, stateOfCode } from '../../domain/bookings/bookingStates.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { noneOf } from '../platform/database/anyOf.ts';
import type { Database } from '../platform/database/schema.ts';
import { beginWith } from '../platform/database/wordSearch.ts';
import { billingDetails } from '../invoices/billingDetails.ts';
import { newestEntries } from '../ledger/entries.ts';

/** Accounts in a list, and bookings and tax documents of one account. */
const MAX_LISTED = 50;

const accounts = (database: Database) =>
  database
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'company_name', 'role'])
    .select(['is_member', 'is_blocked', 'half_points'])
    .select(['email_confirmed_at', 'closed_at', 'made_by'])
    .where('closed_at', 'is', null);

const inList = ({
  first_name,
  last_name,
  company_name,
  half_points,
  email,
  email_confirmed_at,
  closed_at,
  made_by,
  ...account
}: Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>) => ({
  ...account,
  email: shownAddress({ id: account.id, email }),
  name: fullName(first_name, last_name),
  company: company_name ?? '',
  points: pointsFromHalf(half_points),
  identity: accountKind({ id: account.id, email, email_confirmed_at, closed_at, made_by }),
});

/** Accounts with the words or the phone number of the search, or with the words in the name or GSTIN for invoices. */
function idsOfAccounts({ words, phone }: DeskSearch) {
  const asPhone = phone === null ? '' : ` | '${phone}':* | 'r${phone.split('').toReversed().join('')}':*`;
  const query = sql`${`(${beginWith(words)})${asPhone}`}::tsquery`;
  return sql<string>`(select id from app_user where closed_at is null
      and account_words(first_name, last_name, company_name, email, phone) @@ ${query}
    union select user_id from billing_details where search_words(name || ' ' || coalesce(gstin, '')) @@ ${query})`;
}

/** By address, which has an index. */
const idsOfFirstAccounts = sql<string>`(select id from app_user where closed_at is null
  order by lower(email collate "C") limit ${MAX_LISTED + 1}::integer)`;

/**
 * The search of the desk. Accounts are ordered by name. A text without a word or number, such as '%', finds nothing; an empty one
 * finds the first accounts by address.
 */
export async function people(database: Database, text: string): Promise<PeopleResponse> {
  const search = parseDeskSearch(text);
  if (text !== '' && search.words.length === 0) return { data: [], more: false, bookings: [], papers: [] };
  const found = await accounts(database)
    .where('id', 'in', text === '' ? idsOfFirstAccounts : idsOfAccounts(search))
    .orderBy('first_name')
    .orderBy('id')
    .limit(MAX_LISTED + 1)
    .execute();
  return {
    data: found.slice(0, MAX_LISTED).map(inList),
    more: found.length > MAX_LISTED,
    bookings: text === '' ? [] : await foundBookings(database, search),
    papers: text === '' ? [] : await foundTaxDocuments(database, search),
  };
}

const bookingRows = (database: Database) =>
  database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .leftJoin('desk_booking', 'desk_booking.booking_id', 'booking.id')
    .select(['booking.id', 'room.name as room_name', 'day', 'start_slot', 'end_slot', 'status', 'paid_with'])
    .select(['booking.half_points', 'total_paise', 'arrival'])
    .where('moves_booking_id', 'is', null);

const bookingInList = ({
  start_slot,
  end_slot,
  half_points,
  total_paise,
  ...booking
}: Awaited<ReturnType<ReturnType<typeof bookingRows>['executeTakeFirstOrThrow']>>): BookingInList => ({
  ...booking,
  reference: bookingReference(booking.id),
  state: stateOfCode(booking.status),
  start_time: slotTime(start_slot),
  end_time: slotTime(end_slot),
  amount: amountField({ with: booking.paid_with, amount: half_points ?? total_paise ?? 0 }),
});

const taxDocumentRows = (database: Database) =>
  database.selectFrom('paper').select(['paper.id', 'kind', 'number', 'issued_on', 'total_paise']);

const taxDocumentInList = ({
  issued_on,
  total_paise,
  ...taxDocument
}: Awaited<
  ReturnType<ReturnType<typeof taxDocumentRows>['executeTakeFirstOrThrow']>
>): TaxDocumentInList => ({
  ...taxDocument,
  date: issued_on,
  amount: rupeesAmount(total_paise),
});

/** The reference is the beginning of the id. */
const idsFrom = (reference: string) => {
  const end = (digit: string) =>
    reference.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [end('0'), end('f')] as const;
};

/** The first digits or the last four of the reference may be missing. */
function idsOfReference(reference: string) {
  const [first, last] = idsFrom(reference);
  const beginning = sql<string>`select id from booking where id between ${first} and ${last}`;
  if (reference.length > 4) return beginning;
  return sql<string>`${beginning} union select id from booking where moves_booking_id is null
    and substr(id::text, 5, 4) between ${reference.padEnd(4, '0')} and ${reference.padEnd(4, 'f')}`;
}

/**
 * The ids of the bookings that a payment paid, of one or of a series: the provider's id of a payment, order or refund, the id of
 * a sale at the desk, or the reference of a UPI transfer. Each kind has a separate query: with "or", PostgreSQL reads whole
 * tables.
 */
const idsOfPayment = (payment: string) => sql<string>`
  with used as (select used_by from upi_reference where reference = normal_upi_reference(${payment})),
  paid as (
    select booking_id from payment_order where order_id in (
      select ${payment}
      union select order_id from payment where payment_id in (select ${payment} union select used_by from used))
    union select booking_id from refund where refund_id = ${payment}
    union select booking_id from refund where id in (select used_by::uuid from used where used_by ~ '^[0-9a-f]{8}-')
  )
  select coalesce(moves_booking_id, id) from booking where id in (select booking_id from paid)
  union select booking_id from series_date where head_id in (select booking_id from paid)`;

async function foundBookings(
  database: Database,
  { reference, payment }: DeskSearch,
): Promise<NonNullable<PeopleResponse['bookings']>> {
  const ids = [
    ...(reference === null ? [] : [idsOfReference(reference)]),
    ...(payment === null ? [] : [idsOfPayment(payment)]),
  ];
  if (ids.length === 0) return [];
  const found = await bookingRows(database)
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['booking.user_id', 'first_name', 'last_name'])
    .where(
      'booking.id',
      'in',
      sql<string>`(${sql.join(
        ids.map((each) => sql`(${each})`),
        sql` union `,
      )})`,
    )
    .orderBy('day', 'desc')
    .orderBy('start_slot', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return found.map(({ user_id, first_name, last_name, ...booking }) => ({
    ...bookingInList(booking),
    user_id,
    customer: fullName(first_name, last_name),
  }));
}

async function foundTaxDocuments(
  database: Database,
  { invoice }: DeskSearch,
): Promise<NonNullable<PeopleResponse['papers']>> {
  if (invoice === null) return [];
  // There is one counter per series and year, so that each number is looked up by the index of its unique key.
  const found = await taxDocumentRows(database)
    .innerJoin('app_user', 'app_user.id', 'paper.user_id')
    .innerJoin('paper_counter', (join) =>
      join
        .onRef('paper_counter.series', '=', 'paper.series')
        .onRef('paper_counter.financial_year', '=', 'paper.financial_year'),
    )
    .select(['app_user.id as user_id', 'first_name', 'last_name'])
    .where('sequence', '=', invoice.sequence)
    .$if(invoice.series !== null, (query) => query.where('paper_counter.series', '=', invoice.series ?? ''))
    .$if(invoice.year !== null, (query) =>
      query.where('paper_counter.financial_year', '=', invoice.year ?? ''),
    )
    .orderBy('issued_on', 'desc')
    .orderBy('number')
    .limit(MAX_LISTED)
    .execute();
  return found.map(({ user_id, first_name, last_name, ...taxDocument }) => ({
    ...taxDocumentInList(taxDocument),
    user_id,
    customer: fullName(first_name, last_name),
  }));
}

const bookingsOf = async (database: Database, userId: string): Promise<Person['bookings']> => {
  const bookings = await bookingRows(database)
    .where('user_id', '=', userId)
    .where('status', '<>', noneOf(['expired', bookingCodes.released], 'text'))
    .orderBy('day', 'desc')
    .orderBy('start_slot', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return bookings.map(bookingInList);
};

const taxDocumentsOf = async (database: Database, userId: string): Promise<Person['papers']> => {
  const taxDocuments = await taxDocumentRows(database)
    .where('user_id', '=', userId)
    .orderBy('due_id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return taxDocuments.map(taxDocumentInList);
};

async function savedBilling(database: Database, userId: string): Promise<Person['billing']> {
  const { saved, company_name, address, gstin } = await billingDetails(database, userId);
  return saved ? { company_name, address, gstin } : null;
}

const companyOf = async (
  database: Database,
  userId: string,
): Promise<NonNullable<Person['books_for']> | null> =>
  (await database
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select(['company.id', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null;

const noSuchAccount = (): ApiError => new ApiError('not-found', 'There is no such account');

/** An account with its bookings, tax documents and changes of points. Throws 404 for an unknown or closed account. */
export async function person(database: Database, id: string): Promise<Person> {
  const account = await accounts(database)
    .select(['created_at', 'monthly_half_points', 'expiring_half_points'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw noSuchAccount();
  const { created_at, monthly_half_points, expiring_half_points, ...listed } = account;
  const shown = inList(listed);
  const { identity } = shown;
  if (identity === 'closed') throw noSuchAccount();
  return {
    ...shown,
    email_confirmed: listed.email_confirmed_at !== null,
    identity,
    since: created_at.toISOString(),
    monthly_points: pointsFromHalf(monthly_half_points),
    ending_points: pointsFromHalf(expiring_half_points),
    billing: await savedBilling(database, id),
    books_for: await companyOf(database, id),
    bookings: await bookingsOf(database, id),
    papers: await taxDocumentsOf(database, id),
    entries: await newestEntries(database, id),
  };
}
