import { sql } from 'kysely';
import type { CompanyInList } from '../../../contract/desk/money/companies.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Company } from '../../../contract/desk/money/companies.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import type { Command } from '../commands.ts';
import type { Invariant } from '../invariantSql.ts';
import type { Booker, Simulation } from '../simulation.ts';

/* A company whose people book on account, and its bank transfers. */

/** How a transfer is recorded. */
export const transferCalls = ['once', 'by two clerks at once', 'twice by one clerk'] as const;

/** In paise: two hours, and half an hour more. */
const LIMIT = 150_000;

/** A company whose people are the second member and the guest. */
export async function resetCompany({ database, bookers, clock }: Simulation): Promise<void> {
  const since = new Date(clock.now);
  const { id } = await database
    .insertInto('company')
    .values({
      name: 'Mylapore Traders',
      address: '12, North Mada Street, Chennai 600004',
      limit_paise: LIMIT,
      term_days: 30,
      created_at: since,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('company_member')
    .values(bookers.slice(1).map((booker) => ({ user_id: booker.id, company_id: id, since })))
    .execute();
}

async function shownCompany(simulation: Simulation): Promise<Company | null> {
  const [one] = simulation.clerks as [Booker];
  const listed = await simulation.get<CompanyInList[]>(one, deskPaths.companies, {});
  const id = listed?.[0]?.id;
  return id === undefined ? null : simulation.get<Company>(one, deskPaths.company, { id });
}

/**
 * Records a transfer of everything that is open, or of ₹100.00, whose reference may have been used before. Of two clerks who do it at
 * once only one may succeed; a clerk who repeats the call records one transfer.
 */
export async function recordTransfer(
  simulation: Simulation,
  { amount, reference, how }: Command & { do: 'record transfer' },
): Promise<void> {
  const company = await shownCompany(simulation);
  if (!company) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const send = async (clerk: Booker): Promise<boolean> => {
    const response = await simulation.post(clerk, deskPaths.recordTransfer, {
      company_id: company.id,
      received_on: dateAt(simulation.clock.now),
      amount: amount === 'everything' && Number(company.open) > 0 ? company.open : '100.00',
      reference: `NEFT${reference}`,
    });
    return response?.status === 200;
  };
  const clerks = { once: [one], 'by two clerks at once': [one, other], 'twice by one clerk': [one, one] }[
    how
  ];
  const recorded = await Promise.all(clerks.map(send));
  if (how === 'by two clerks at once' && !recorded.includes(false))
    simulation.violations.push('two clerks recorded one transfer');
}

/** SQL: what was sold on account, from the audit. */
const charged = ({ lastIds }: Simulation) => sql`
  select coalesce(sum(round((became ->> 'paid')::numeric * 100)), 0) as paise from audit_entry
  where id > ${lastIds.audit}::integer and became ->> 'method' = 'account'
    and action in ('sold at the desk', 'extended at the desk', 'overstay sold')`;

/** SQL: what was transferred, from the audit. */
const transferred = ({ lastIds }: Simulation) => sql`
  select coalesce(sum(round((became ->> 'amount')::numeric * 100)), 0) as paise from audit_entry
  where id > ${lastIds.audit}::integer and action = 'transfer recorded'`;

/** SQL: what went back to the account. */
const returned = sql`
  select coalesce(sum(amount_paise), 0) as paise from refund where source_payment_id like 'desk\\_account\\_%'`;

/** At all times. */
export const companyInvariants = (simulation: Simulation): readonly Invariant[] => [
  {
    description: 'the account has exactly what was sold on it and what was transferred',
    violations: sql`
      select charges.paise as charges, charged.paise as audited, transfers.paise as transfers, transferred.paise as recorded
      from (select coalesce(sum(amount_paise), 0) as paise from account_charge join payment using (payment_id)) charges,
        (select coalesce(sum(amount_paise), 0) as paise from company_transfer) transfers,
        (${charged(simulation)}) charged, (${transferred(simulation)}) transferred
      where charges.paise <> charged.paise or transfers.paise <> transferred.paise`,
  },
  {
    description: 'a company never owes more than its limit',
    violations: sql`
      select charged.paise as charged, returned.paise as returned, transferred.paise as transferred
      from (${charged(simulation)}) charged, (${returned}) returned, (${transferred(simulation)}) transferred
      where charged.paise - returned.paise - transferred.paise > ${LIMIT}::integer`,
  },
  {
    description: 'nobody pays out what a booking on account returns',
    violations: sql`
      select id as refund, status, refund_id from refund
      where source_payment_id like 'desk\\_account\\_%' and (status <> 'processed' or refund_id not like 'desk\\_account\\_%')
      union all
      select refund.id, 'in a till', method from till_entry join refund on refund.id = till_entry.refund_id
      where source_payment_id like 'desk\\_account\\_%'`,
  },
];

/** After draining: the desk shows what the company owes. */
export async function wrongCompany(simulation: Simulation): Promise<string[]> {
  const shown = await shownCompany(simulation);
  if (!shown) return ['the company is not shown'];
  const { rows } = await sql<{ charged: number; returned: number; transferred: number }>`
    select (${charged(simulation)})::float8 as charged, (${returned})::float8 as returned,
      (${transferred(simulation)})::float8 as transferred`.execute(simulation.database);
  const [sums] = rows;
  if (!sums) return [];
  const open = sums.charged - sums.returned - sums.transferred;
  const expected = [sums.charged, sums.returned, sums.transferred, open].map(rupeesAmount).join(', ');
  const { charges } = shown;
  const found = [shown.charged, shown.returned, shown.transferred, shown.open].join(', ');
  const owed = charges.reduce((sum, each) => sum + Math.round(Number(each.open) * 100), 0);
  return [
    ...(found === expected ? [] : [`violated: a company's account shows ${found} instead of ${expected}`]),
    ...(owed === Math.max(open, 0)
      ? []
      : [`violated: the open charges add up to ${owed}, and ${open} is open`]),
  ];
}
