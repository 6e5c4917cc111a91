import { sql, type Insertable, type Selectable } from 'kysely';
import { userColumns } from '../database/columns.ts';
import type { Database, UserTable } from '../database/schema.ts';

export type User = Selectable<UserTable>;

/** The account of an e-mail address, in whatever case it is written. */
export const userByEmail = (database: Database, email: string): Promise<User | undefined> =>
  database
    .selectFrom('app_user')
    .select(userColumns)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();

/** An account by its id. */
export const userById = (database: Database, id: string): Promise<User | undefined> =>
  database.selectFrom('app_user').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Adds an account; does nothing when its e-mail address, in any case, has one. */
export async function addUser(database: Database, user: Insertable<UserTable>): Promise<void> {
  await database
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
}
