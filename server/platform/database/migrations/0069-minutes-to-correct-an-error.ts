import { sql, type Kysely } from 'kysely';

/**
 * Fifteen minutes to correct an error, for bookings that are made from now on. Bookings keep their policy. The
 * policies of an owner who has set other ones are not changed.
 */
const statements = [
  sql`update cancellation_policy set
    card = card || '{"correctionMinutes": 15}', points = points || '{"correctionMinutes": 15}'
    where card = '{"steps": [{"hours": 48, "percent": 100}, {"hours": 24, "percent": 50}], "grace": {"hours": 2, "leadHours": 24}}'
      and points = '{"steps": [{"hours": 4, "percent": 100}], "grace": null}'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
