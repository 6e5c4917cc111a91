import type { Insertable } from 'kysely';
import { nextInvoiceAt } from '../../server/companies/monthInvoices.ts';
import type { CompanyTable, Database } from '../../server/platform/database/schema.ts';

/** The users book on the account of a new company from `now` on. */
export async function joinCompany(
  database: Database,
  userIds: readonly string[],
  now: number,
  values: Partial<Insertable<CompanyTable>> = {},
): Promise<void> {
  const since = new Date(now);
  const { id } = await database
    .insertInto('company')
    .values({
      name: 'Mylapore Traders',
      address: '12, North Mada Street, Chennai 600004',
      limit_paise: 1_000_000,
      term_days: 30,
      created_at: since,
      next_invoice_at: nextInvoiceAt(now),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('company_member')
    .values(userIds.map((user_id) => ({ user_id, company_id: id, since })))
    .execute();
}
