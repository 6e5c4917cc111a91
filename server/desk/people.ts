import { sql } from 'kysely';
import type { PeopleResponse, Person } from '../../contract/people.ts';
import { accountKind, shownAddress } from '../../domain/accountIdentity.ts';
import { bookingReference } from '../../domain/bookingReference.ts';
import { emailKey } from '../../domain/email.ts';
import { fullName } from '../../domain/fullName.ts';
import { pointsFromHalf } from '../../domain/points.ts';
import { rupeesAmount } from '../../domain/pricing.ts';
import { slotTime } from '../../domain/slots.ts';
import { ApiError } from '../apiError.ts';
import { amountText } from '../bookings/cancelTerms.ts';
import type { Database } from '../database/schema.ts';
import { newestEntries } from '../points/entries.ts';

/** The maximum number of accounts in a list, and of bookings and papers of one account. */
const MAX_LISTED = 50;

const accounts = (database: Database) =>
  database
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'company_name', 'role'])
    .select(['is_member', 'is_blocked', 'half_points'])
    .where('closed_at', 'is', null);

const inList = ({
  first_name,
  last_name,
  company_name,
  half_points,
  email,
  ...account
}: Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>) => ({
  ...account,
  email: shownAddress({ id: account.id, email }),
  name: fullName(first_name, last_name),
  company: company_name ?? '',
  points: pointsFromHalf(half_points),
});

/** The address of an account; null for one that has lost it. */
const addressOf = sql`case when email not like 'none:%' then email end`;

/** The accounts whose name, company, email address or phone number contains a text, ignoring case; ordered by name. */
export async function people(database: Database, search: string): Promise<PeopleResponse> {
  const found = await accounts(database)
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`position(lower(${search}) in
          lower(concat_ws(' ', first_name, last_name, company_name, ${addressOf}, phone))) > 0
          or position(lower(${emailKey(search)}) in lower(${addressOf})) > 0`,
      ),
    )
    .orderBy('first_name')
    .orderBy('id')
    .limit(MAX_LISTED + 1)
    .execute();
  return { data: found.slice(0, MAX_LISTED).map(inList), more: found.length > MAX_LISTED };
}

const bookingsOf = async (database: Database, userId: string): Promise<Person['bookings']> => {
  const bookings = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(['booking.id', 'room.name as room_name', 'day', 'start_slot', 'end_slot', 'status', 'paid_with'])
    .select(['half_points', 'total_paise'])
    .where('user_id', '=', userId)
    .where('moves_booking_id', 'is', null)
    .where('status', 'not in', ['expired', 'cancelled'])
    .orderBy('day', 'desc')
    .orderBy('start_slot', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return bookings.map(({ start_slot, end_slot, half_points, total_paise, ...booking }) => ({
    ...booking,
    reference: bookingReference(booking.id),
    start_time: slotTime(start_slot),
    end_time: slotTime(end_slot),
    amount: amountText(booking.paid_with, half_points ?? total_paise ?? 0),
  }));
};

const papersOf = async (database: Database, userId: string): Promise<Person['papers']> => {
  const papers = await database
    .selectFrom('paper')
    .select(['id', 'kind', 'number', 'issued_on', 'total_paise'])
    .where('user_id', '=', userId)
    .orderBy('due_id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return papers.map(({ issued_on, total_paise, ...paper }) => ({
    ...paper,
    date: issued_on,
    amount: rupeesAmount(total_paise),
  }));
};

const noSuchAccount = (): ApiError => new ApiError('not-found', 'There is no such account');

/** An account with its bookings, papers and changes of points. Throws 404 for an unknown or closed account. */
export async function person(database: Database, id: string): Promise<Person> {
  const account = await accounts(database)
    .select([
      'email_confirmed_at',
      'closed_at',
      'made_by',
      'created_at',
      'monthly_half_points',
      'expiring_half_points',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw noSuchAccount();
  const {
    email_confirmed_at,
    closed_at,
    made_by,
    created_at,
    monthly_half_points,
    expiring_half_points,
    ...listed
  } = account;
  const kind = accountKind({ ...listed, email_confirmed_at, closed_at, made_by });
  if (kind === 'closed') throw noSuchAccount();
  return {
    ...inList(listed),
    email_confirmed: email_confirmed_at !== null,
    identity: kind,
    since: created_at.toISOString(),
    monthly_points: pointsFromHalf(monthly_half_points),
    ending_points: pointsFromHalf(expiring_half_points),
    bookings: await bookingsOf(database, id),
    papers: await papersOf(database, id),
    entries: await newestEntries(database, id),
  };
}
