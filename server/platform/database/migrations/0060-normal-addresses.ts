import { sql, type Kysely } from 'kysely';
import { emailKey, normalEmail } from '../../../../domain/account/email.ts';

interface StoredAddress {
  readonly id: string;
  readonly email: string;
}

/**
 * Stores the addresses of accounts and open links in their normal form. When several accounts have spellings of
 * one address, the one that is confirmed, and of these the oldest, gets the normal form. The others keep their spelling, with which
 * their owners can still sign in; the runbook says how to find them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows: accounts } = await sql<StoredAddress>`select id, email from app_user
    where email ~ '[^\\x01-\\x7f]' order by email_confirmed_at is null, created_at, id`.execute(database);
  for (const { id, email } of accounts) {
    const normal = normalEmail(email);
    if (normal === email) continue;
    await sql`update app_user set email = ${normal} where id = ${id}
      and not exists (select 1 from app_user other where lower(other.email collate "C") = ${emailKey(normal)})`.execute(
      database,
    );
  }
  const { rows: links } = await sql<StoredAddress>`select id, email from account_link
    where email ~ '[^\\x01-\\x7f]'`.execute(database);
  for (const { id, email } of links) {
    await sql`update account_link set email = ${normalEmail(email)} where id = ${id}`.execute(database);
  }
}
