import { sql, type Insertable, type Selectable } from 'kysely';
import { emailKey } from '../../domain/email.ts';
import { userColumns } from '../database/columns.ts';
import type { Database, UserTable } from '../database/schema.ts';

export type User = Selectable<UserTable>;

/** The account with an e-mail address, ignoring the case of ASCII letters (domain/email.ts). */
export const userByEmail = (database: Database, email: string): Promise<User | undefined> =>
  database
    .selectFrom('app_user')
    .select(userColumns)
    .where(sql`lower(email collate "C")`, '=', emailKey(email))
    .executeTakeFirst();

/** An account by its id. */
export const userById = (database: Database, id: string): Promise<User | undefined> =>
  database.selectFrom('app_user').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Adds an account. False, with nothing changed, when the e-mail address already has one. */
export async function addUser(database: Database, user: Insertable<UserTable>): Promise<boolean> {
  const added = await database
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
