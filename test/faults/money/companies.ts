import { sql, type RawBuilder } from 'kysely';
import type { Company, CompanyInList } from '../../../contract/desk/money/companies.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { joinCompany } from '../../payments/joinCompany.ts';
import type { Command } from '../commands.ts';
import { replaceInvoice, type Correction } from './corrections.ts';
import { isOnAccount, type Invariant } from '../invariantSql.ts';
import type { Booker, Simulation } from '../simulation.ts';

/* A company whose people book on account, its bank transfers and its invoices. */

/** How a transfer is recorded. */
export const transferCalls = ['once', 'by two clerks at once', 'twice by one clerk'] as const;

/** Who invoices the company for the last month. */
export const companyInvoices = [
  'by the job',
  'by the desk',
  'by two clerks at once',
  'by the desk and the job at once',
] as const;

const DAY_MS = 24 * 3_600_000;

/** In paise: two hours, and no half an hour more. */
const LIMIT = 120_000;

/** A company whose people are all bookers except the first. */
export async function resetCompany({ database, bookers, clock }: Simulation): Promise<void> {
  const userIds = bookers.slice(1).map(({ id }) => id);
  const email = 'accounts@mylapore.example';
  await joinCompany(database, userIds, clock.now, { email, limit_paise: LIMIT });
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

/**
 * Invoices the company for the last month. Without anything to invoice for that month a day passes first, because the sequences start
 * at the end of a month.
 */
export async function invoiceCompany(
  simulation: Simulation,
  how: (Command & { do: 'invoice company' })['how'],
  /** On account. */
  sell: () => Promise<void>,
): Promise<void> {
  const [one, other] = simulation.clerks as [Booker, Booker];
  let company = await shownCompany(simulation);
  if (company?.charges.length === 0) {
    await sell();
    company = await shownCompany(simulation);
  }
  if (company && company.to_invoice === null && company.charges.length > 0) {
    simulation.clock.now += DAY_MS;
    company = await shownCompany(simulation);
  }
  const toInvoice = company?.to_invoice;
  const send = async (clerk: Booker): Promise<void> => {
    if (!company || !toInvoice) return;
    const fields = { company_id: company.id, month: toInvoice.month };
    await simulation.post(clerk, deskPaths.invoiceCompany, fields);
  };
  await Promise.all([
    how === 'by the job' ? null : send(one),
    how === 'by two clerks at once' ? send(other) : null,
    how === 'by the job' || how === 'by the desk and the job at once' ? simulation.invoiceCompanies() : null,
  ]);
}

/** Corrects the buyer of the company's latest invoice. Without one, the company is invoiced first. */
export async function correctCompanyInvoice(
  simulation: Simulation,
  correction: Correction,
  /** On account. */
  sell: () => Promise<void>,
): Promise<void> {
  let company = await shownCompany(simulation);
  if (!company?.papers.some((document) => document.correction !== null)) {
    await invoiceCompany(simulation, 'by the desk', sell);
    await simulation.issueTaxDocuments();
    company = await shownCompany(simulation);
  }
  await replaceInvoice(simulation, company?.papers, correction);
}

/** SQL: the month of an instant is over at this time. */
const isOver = (instant: RawBuilder<unknown>, now: number) => sql`${instant} < date_trunc('month',
  ${new Date(now)}::timestamptz at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`;

/** SQL: what a charge has left after its refunds, in paise. */
const left = sql`(payment.amount_paise - coalesce((
  select sum(amount_paise) from refund where source_payment_id = payment.payment_id), 0))`;

/** SQL: charges of the months that are over at this time, which have something left and are on no invoice. */
export const chargesToInvoice = (now: number): RawBuilder<Record<string, unknown>> => sql`
  select payment_id as charge, ${left} as left, charged_at from account_charge join payment using (payment_id)
  where invoice_due_id is null and ${left} > 0 and ${isOver(sql`charged_at`, now)}`;

/** SQL: what was sold on account, by the desk from the audit, and on the site from its responses. */
const charged = ({ lastIds, chargedOnSite }: Simulation) => sql`
  select coalesce(sum(round((became ->> 'paid')::numeric * 100)), 0)
    + ${chargedOnSite.reduce((sum, { paise }) => sum + paise, 0)}::integer as paise from audit_entry
  where id > ${lastIds.audit}::integer and became ->> 'method' = 'account'
    and action in ('sold at the desk', 'extended at the desk', 'overstay sold')`;

/** SQL: what was transferred, from the audit. */
const transferred = ({ lastIds }: Simulation) => sql`
  select coalesce(sum(round((became ->> 'amount')::numeric * 100)), 0) as paise from audit_entry
  where id > ${lastIds.audit}::integer and action = 'transfer recorded'`;

/** SQL: what went back to the account. */
const returned = sql`
  select coalesce(sum(amount_paise), 0) as paise from refund where ${isOnAccount(sql`source_payment_id`)}`;

/** Notes when the company owes more than its limit. Later transfers and refunds would hide it, so it is checked after each charge. */
export async function checkLimit(simulation: Simulation): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select ((${charged(simulation)}) - (${returned}) - (${transferred(simulation)}))::float8 as open`.execute(
    simulation.database,
  );
  const open = rows[0]?.open ?? 0;
  if (open > LIMIT) simulation.violations.push(`a company owes ${open} paise and has a limit of ${LIMIT}`);
}

/** At all times. */
export const companyInvariants = (simulation: Simulation): readonly Invariant[] => [
  {
    description: 'the account has exactly what was sold on it and what was transferred',
    violations: sql`
      select charges.paise as charges, charged.paise as sold, transfers.paise as transfers, transferred.paise as recorded
      from (select coalesce(sum(amount_paise), 0) as paise from account_charge join payment using (payment_id)) charges,
        (select coalesce(sum(amount_paise), 0) as paise from company_transfer) transfers,
        (${charged(simulation)}) charged, (${transferred(simulation)}) transferred
      where charges.paise <> charged.paise or transfers.paise <> transferred.paise`,
  },
  {
    description: 'nobody pays out what a booking on account returns',
    violations: sql`
      select id as refund, status, refund_id from refund
      where ${isOnAccount(sql`source_payment_id`)} and (status <> 'processed' or not ${isOnAccount(sql`refund_id`)})
      union all
      select refund.id, 'in a till', method from till_entry join refund on refund.id = till_entry.refund_id
      where ${isOnAccount(sql`source_payment_id`)}`,
  },
  {
    description:
      'the lines of an invoice of a company, and what is left of its bookings and their credit notes, add up to it',
    violations: sql`
      select invoice.id as invoice, invoice.amount_paise, lines.paise as lines, notes.paise as notes, charges.paise as left
      from paper_due invoice
      cross join lateral (select sum((line ->> 'amountPaise')::integer) as paise
        from jsonb_array_elements(invoice.facts -> 'dates') line) lines
      cross join lateral (select coalesce(sum(amount_paise), 0) as paise from paper_due note
        where note.kind = 'credit-note' and note.payment_id = invoice.payment_id) notes
      cross join lateral (select sum(${left}) as paise
        from account_charge join payment using (payment_id) where invoice_due_id = invoice.id) charges
      where invoice.kind = 'invoice' and invoice.company_id is not null
        and (lines.paise is distinct from invoice.amount_paise
          or charges.paise is distinct from invoice.amount_paise - notes.paise)`,
  },
  {
    description: 'a company has one invoice for a month, and no booking on account has another one',
    violations: sql`
      select facts ->> 'month' as month, count(*) as invoices from paper_due
      where kind = 'invoice' and (company_id is not null or ${isOnAccount(sql`payment_id`)})
      group by 1 having count(*) > 1 or facts ->> 'month' is null
      union all
      select became ->> 'month', count(*) from audit_entry
      where id > ${simulation.lastIds.audit}::integer and action = 'company invoiced'
      group by 1 having count(*) > 1`,
  },
  {
    description: 'an invoice of a company has no booking that was made after its month',
    violations: sql`
      select account_charge.payment_id as charge, charged_at, facts ->> 'month' as month
      from account_charge join paper_due on paper_due.id = invoice_due_id
      where charged_at >= (((facts ->> 'month') || '-01')::timestamp + interval '1 month') at time zone 'Asia/Kolkata'`,
  },
];

/** They hold after draining. */
export const finalCompanyInvariants = ({ clock }: Simulation): readonly Invariant[] => [
  {
    description: 'every booking on account is invoiced when its month is over',
    violations: chargesToInvoice(clock.now),
  },
  {
    description:
      'each refund of a booking on an invoice of a company has at most one credit note, for its amount and that invoice or its correction',
    violations: sql`
      with recursive invoice as (
        select id, number, due_id from paper where kind = 'invoice' and replaces_id is null
        union all
        select newer.id, newer.number, invoice.due_id from paper newer join invoice on invoice.id = newer.replaces_id)
      select refund.id as refund, refund.amount_paise, paper.number, paper.total_paise, invoice.number as invoice
      from paper_due note join refund on refund.id = note.refund_id
      left join paper on paper.due_id = note.id left join invoice on invoice.id = paper.invoice_id
      left join account_charge on account_charge.payment_id = refund.source_payment_id
      where note.company_id is not null and (paper.total_paise is distinct from refund.amount_paise
        or invoice.due_id is distinct from invoice_due_id)`,
  },
  {
    description: 'the issued invoices of companies have their queued amounts',
    violations: sql`
      select paper_due.id as due, paper_due.amount_paise, number, total_paise
      from paper_due left join paper on paper.due_id = paper_due.id
      where paper_due.company_id is not null and total_paise is distinct from paper_due.amount_paise`,
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
