import { sql, type Insertable, type Selectable } from 'kysely';
import { emailKey, spellingKey } from '../../domain/account/email.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import { userColumns } from '../platform/database/columns.ts';
import type { Database, Tx, UserTable } from '../platform/database/schema.ts';

export type User = Selectable<UserTable>;

const byEmail = (database: Database | Tx, email: string) =>
  database
    .selectFrom('app_user')
    .select(userColumns)
    .where(sql`lower(email collate "C")`, '=', emailKey(email));

const byId = (database: Database | Tx, id: string) =>
  database.selectFrom('app_user').select(userColumns).where('id', '=', id);

/** Ignores the case of ASCII letters (domain/account/email.ts). */
export const userByEmail = (database: Database | Tx, email: string): Promise<User | undefined> =>
  byEmail(database, email).executeTakeFirst();

/**
 * The account that an address signs in to: the one with this very spelling, which only accounts from before the normal form have,
 * otherwise the one with the address.
 */
export const userBySpelling = (database: Database, spelling: string): Promise<User | undefined> => {
  const storedKey = sql<string>`lower(email collate "C")`;
  return database
    .selectFrom('app_user')
    .select(userColumns)
    .where(storedKey, '=', anyOf([spellingKey(spelling), emailKey(spelling)], 'text'))
    .orderBy(sql`${storedKey} = ${spellingKey(spelling)}`, 'desc')
    .limit(1)
    .executeTakeFirst();
};

/** `userByEmail`, locked until the transaction ends. */
export const lockUserByEmail = (tx: Tx, email: string): Promise<User | undefined> =>
  byEmail(tx, email).forUpdate().executeTakeFirst();

/** All open accounts with a phone number in its international form, the oldest first. */
export const usersByPhone = (database: Database | Tx, phone: string): Promise<User[]> =>
  database
    .selectFrom('app_user')
    .select(userColumns)
    .where('phone', '=', phone)
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const userById = (database: Database, id: string): Promise<User | undefined> =>
  byId(database, id).executeTakeFirst();

/** `userById`, locked until the transaction ends. */
export const lockUser = (tx: Tx, id: string): Promise<User | undefined> =>
  byId(tx, id).forUpdate().executeTakeFirst();

/**
 * Locks a user's row until the transaction ends. A transaction that changes bookings of a user locks this row first, so that
 * two of them are serialised and cannot deadlock.
 */
export const lockUserRow = (tx: Tx, id: string): Promise<unknown> =>
  tx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/** Adds an account and returns its id. Undefined, with nothing changed, when the email address already has an account. */
export async function addUser(
  database: Database | Tx,
  user: Insertable<UserTable>,
): Promise<string | undefined> {
  const added = await database
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}
