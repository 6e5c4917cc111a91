import { sql, type Kysely } from 'kysely';

/** The words of a text expression: between white space and ASCII punctuation, in lower case. */
const wordsOf = (text: string) =>
  sql.raw(`array_to_tsvector(array_remove(string_to_array(translate(lower(${text}),
    E'.,;:!?()[]{}<>"''\`/\\\\|@#$%&*+=_~^-\\t\\n\\r\\u00a0', repeat(' ', 40)), ' '), ''))`);

/**
 * The indexes of the desk's search. `account_words`: the words of an account's name, company and email address, and
 * its phone number as digits, without the country code, and (after an 'r') backwards, so that its end is found by a prefix too.
 * They use no text search parser and no extension, so that they read every alphabet alike on every PostgreSQL, and no function of
 * this schema: PostgreSQL 17 computes an index without the schema in its search path.
 */
const statements = [
  sql`create function search_words(words text) returns tsvector language sql immutable parallel safe as $$
    select ${wordsOf('words')}
  $$`,
  sql`create function account_words(first_name text, last_name text, company text, email text, phone text)
    returns tsvector language sql immutable parallel safe as $$
    select ${wordsOf(`first_name || ' ' || coalesce(last_name, '') || ' ' || coalesce(company, '') || ' '
      || case when email like 'none:%' then '' else email end || ' ' || digits || ' ' || right(digits, 10)
      || ' r' || reverse(digits)`)}
    from (select regexp_replace(phone, '[^0-9]', '', 'g') as digits) phones
  $$`,
  sql`create index app_user_words on app_user using gin (account_words(first_name, last_name, company_name, email, phone))
    where closed_at is null`,
  sql`create index billing_details_words on billing_details using gin (search_words(name || ' ' || coalesce(gstin, '')))`,
  sql`create index booking_reference_end on booking (substr(id::text, 5, 4)) where moves_booking_id is null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
