import { sql } from 'kysely';
import type {
  AddMemberRequest,
  Company,
  CompanyInList,
  InvoiceCompanyRequest,
  RecordTransferRequest,
  RemoveMemberRequest,
  RemoveTransferRequest,
  SaveCompanyRequest,
} from '../../contract/desk/money/companies.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { hasRole } from '../../domain/account/roles.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { allocate } from '../../domain/money/companyAccount.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { addDays, dateAt, monthText } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { checkMayReceiveAt } from '../account/address/givenAccount.ts';
import { lockUserByEmail } from '../account/users.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';
import { companyTaxDocuments } from '../invoices/correctInvoice.ts';
import { validInvoiceOf } from '../invoices/taxDocuments.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { lockNamed } from '../platform/database/transaction.ts';
import { leftOfCharge, chargesWithBookings } from './charges.ts';
import { chargesToInvoice, invoiceMonth, lastMonth, nextInvoiceAt } from './monthInvoices.ts';

const companyColumns = [
  'id',
  'name',
  'address',
  'gstin',
  'is_sez',
  'email',
  'limit_paise',
  'term_days',
  'is_closed',
  'version',
] as const;

const noSuchCompany = (): ApiError => new ApiError('not-found', 'There is no such company');

/** The charges of a company, the oldest first. */
const chargesOf = (database: Database, companyId: string) =>
  chargesWithBookings(database)
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .leftJoin('paper_due as invoice_due', (join) =>
      join.on(
        'invoice_due.id',
        '=',
        sql<number>`coalesce(invoice_due_id, (
        select id from paper_due own where own.payment_id = payment.payment_id and own.kind = 'invoice'))`,
      ),
    )
    .leftJoin('paper', 'paper.due_id', 'invoice_due.id')
    .leftJoinLateral(validInvoiceOf(sql.ref('invoice_due.payment_id')).as('valid'), (join) => join.onTrue())
    .select(['charged_at', 'payment.payment_id', 'booking.id as booking_id', 'booking.day'])
    .select(['app_user.first_name', 'app_user.last_name', 'valid.number', 'paper.issued_on'])
    .select(sql<number>`${leftOfCharge}::integer`.as('amount'))
    .select('payment.amount_paise as charged')
    .where('account_charge.company_id', '=', companyId)
    .orderBy('charged_at')
    .orderBy('payment.payment_id')
    .execute();

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

interface ListedCompany extends Pick<CompanyInList, 'id' | 'name'> {
  readonly limit: number;
  readonly is_closed: boolean;
  readonly open: number;
  readonly since: Date | null;
}

/**
 * All companies with what is open and since when, by name. The database adds up the charges of each, and finds the first one that its
 * transfers do not pay (`allocate`).
 */
export async function listCompanies(database: Database): Promise<CompanyInList[]> {
  const { rows } = await sql<ListedCompany>`
    with charge as materialized (
      select company_id, charged_at, payment.payment_id, ${leftOfCharge} as paise
      from account_charge join payment on payment.payment_id = account_charge.payment_id),
    charged as (
      select company_id, charged_at, paise,
        sum(paise) over (partition by company_id order by charged_at, payment_id) as until_then
      from charge),
    transferred as (select company_id, sum(amount_paise) as paise from company_transfer group by company_id)
    select company.id, company.name, limit_paise as "limit", is_closed,
      (coalesce(sum(charged.paise), 0) - coalesce(transferred.paise, 0))::float8 as open,
      min(charged_at) filter (where charged.paise > 0 and until_then > coalesce(transferred.paise, 0)) as since
    from company
    left join transferred on transferred.company_id = company.id
    left join charged on charged.company_id = company.id
    group by company.id, transferred.paise
    order by lower(company.name)`.execute(database);
  return rows.map(({ limit, is_closed, open, since, ...company }) => ({
    ...company,
    open: rupeesAmount(open),
    limit: rupeesAmount(limit),
    since: since && dateAt(since.getTime()),
    closed: is_closed,
  }));
}

/** A company with its people, what is open of its bookings, and its transfers. Throws 404 for an unknown id. */
export async function loadCompany(
  database: Database,
  id: string,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<Company> {
  const company = await database
    .selectFrom('company')
    .select([...companyColumns, 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!company) throw noSuchCompany();
  const month = lastMonth(now);
  const toInvoice = sumOf(await chargesToInvoice(database, id, month), ({ left }) => left);
  const papers = await companyTaxDocuments(database, id, { mayCorrect: hasRole(staff.role, 'manager'), now });
  const present = {
    company_name: company.name,
    address: company.address,
    gstin: company.gstin ?? '',
    sez: company.is_sez,
  };
  const latest = papers.find(({ correction }) => correction !== null);
  const queued = await database
    .selectFrom('paper_due')
    .select([sql<string | null>`facts ->> 'month'`.as('month'), 'next_try_at'])
    .where('company_id', '=', id)
    .execute();
  const members = await database
    .selectFrom('company_member')
    .innerJoin('app_user', 'app_user.id', 'company_member.user_id')
    .select(['app_user.id', 'first_name', 'last_name', 'email'])
    .where('company_id', '=', id)
    .orderBy('since')
    .orderBy('app_user.id')
    .execute();
  const transfers = await database
    .selectFrom('company_transfer')
    .select(['id', 'received_on', 'amount_paise', 'reference', 'staff_name'])
    .where('company_id', '=', id)
    .orderBy('received_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .execute();
  const stored = await chargesOf(database, id);
  const transferred = sumOf(transfers, ({ amount_paise }) => amount_paise);
  const charged = sumOf(stored, (charge) => charge.charged);
  const left = sumOf(stored, ({ amount }) => amount);
  const open = allocate(stored, transferred).charges.filter((charge) => charge.open > 0);
  const chargedOn = ({ charged_at }: (typeof open)[number]) => dateAt(charged_at.getTime());
  const [oldest] = open;
  return {
    id,
    name: company.name,
    open: rupeesAmount(left - transferred),
    limit: rupeesAmount(company.limit_paise),
    since: oldest ? chargedOn(oldest) : null,
    closed: company.is_closed,
    version: company.version,
    address: company.address,
    gstin: company.gstin ?? '',
    sez: company.is_sez,
    email: company.email ?? '',
    term_days: company.term_days,
    charged: rupeesAmount(charged),
    returned: rupeesAmount(charged - left),
    transferred: rupeesAmount(transferred),
    members: members.map(({ id: userId, first_name, last_name, email }) => ({
      user_id: userId,
      name: fullName(first_name, last_name),
      email,
    })),
    charges: open.map((charge) => ({
      payment_id: charge.payment_id,
      booking_id: charge.booking_id,
      booking_reference: bookingReference(charge.booking_id),
      day: charge.day,
      customer: fullName(charge.first_name, charge.last_name),
      invoice: charge.number,
      on: chargedOn(charge),
      due: charge.issued_on && addDays(charge.issued_on, company.term_days),
      amount: rupeesAmount(charge.amount),
      open: rupeesAmount(charge.open),
    })),
    to_invoice:
      toInvoice > 0 && !queued.some((document) => document.month === month)
        ? { month, amount: rupeesAmount(toInvoice) }
        : null,
    is_issuing: queued.some(({ next_try_at }) => next_try_at !== null),
    papers: papers.map(({ correction, ...document }) => ({
      ...document,
      correction: correction && { ...correction, ...present, state: company.state ?? correction.state },
    })),
    other_details:
      latest?.correction &&
      canonicalJson({ ...latest.correction, ...present }) !== canonicalJson(latest.correction)
        ? latest.number
        : null,
    transfers: transfers.map(({ id: transferId, received_on, amount_paise, reference, staff_name }) => ({
      id: transferId,
      received_on,
      amount: rupeesAmount(amount_paise),
      reference,
      by: staff_name,
    })),
  };
}

const lockCompany = async (tx: Tx, id: string) => {
  const company = await tx
    .selectFrom('company')
    .select(companyColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!company) throw noSuchCompany();
  return company;
};

type Details = Omit<Awaited<ReturnType<typeof lockCompany>>, 'id' | 'version'>;

/** Without the details that may be those of a person. */
const auditOf = ({ name, limit_paise, term_days, is_closed }: Details) => ({
  name,
  limit: rupeesAmount(limit_paise),
  term_days,
  closed: is_closed,
});

/** The names of the invoice details that differ. */
const changedDetails = (was: Details, is: Details): string =>
  (['address', 'gstin', 'is_sez', 'email'] as const)
    .filter((detail) => was[detail] !== is[detail])
    .map((detail) => (detail === 'is_sez' ? 'sez' : detail))
    .join(', ');

/**
 * Makes or changes a company. A repeated change changes nothing. Throws 404 for an unknown id, 409 'changed-meanwhile' when another
 * version was shown, and 400 for a name that another company has.
 */
export async function saveCompany(
  tx: Tx,
  { id, version, name, address, gstin, sez, email, limit, term_days, closed }: SaveCompanyRequest,
  now: EpochMs,
): Promise<AuditedResult<{ id: string }>> {
  const details = {
    name,
    address,
    gstin: gstin === '' ? null : gstin,
    is_sez: sez,
    email,
    limit_paise: limit,
    term_days,
    is_closed: closed,
  };
  const became = auditOf(details);
  const stored = id === undefined ? null : await lockCompany(tx, id);
  const changed = stored && changedDetails(stored, details);
  if (stored && changed === '' && JSON.stringify(auditOf(stored)) === JSON.stringify(became))
    return { result: { id: stored.id }, changes: [] };
  if (stored && stored.version !== version)
    throw new ApiError(
      'changed-meanwhile',
      'Somebody has changed this company meanwhile: load the page again',
    );
  const same = await tx
    .selectFrom('company')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (same && same.id !== stored?.id) throw fieldError('name', 'is the name of another company');
  const state = gstin === '' ? null : gstin.slice(0, 2);
  const subject = 'company' as const;
  if (stored) {
    await tx
      .updateTable('company')
      .set({ ...details, state, version: stored.version + 1 })
      .where('id', '=', stored.id)
      .execute();
    const change = {
      action: 'company changed',
      subject,
      subjectId: stored.id,
      was: auditOf(stored),
      became: { ...became, ...(changed && { changed }) },
    };
    return { result: { id: stored.id }, changes: [change] };
  }
  const made = await tx
    .insertInto('company')
    .values({ ...details, state, created_at: new Date(now), next_invoice_at: nextInvoiceAt(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw fieldError('name', 'is the name of another company');
  return {
    result: made,
    changes: [{ action: 'company made', subject, subjectId: made.id, was: null, became }],
  };
}

/**
 * Lets an account book for a company. A repeated call changes nothing. Throws 404 for an unknown company, 400 for an address
 * without an account and for an account of another company, and 409 'email-unconfirmed'.
 */
export async function addMember(
  tx: Tx,
  { company_id: companyId, email }: AddMemberRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  await lockCompany(tx, companyId);
  const user = await lockUserByEmail(tx, email);
  if (!user || user.closed_at !== null) throw fieldError('email', 'has no account');
  checkMayReceiveAt('company', user);
  const existing = await tx
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select(['company.id', 'name'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (existing?.id === companyId) return { result: null, changes: [] };
  if (existing) throw fieldError('email', `belongs to ${existing.name}`);
  await tx
    .insertInto('company_member')
    .values({ user_id: user.id, company_id: companyId, since: new Date(now) })
    .execute();
  const change = {
    action: 'company member added',
    subject: 'company',
    subjectId: companyId,
    was: null,
    became: { user_id: user.id },
  } as const;
  return { result: null, changes: [change] };
}

/** What the account has booked stays on the company's account. A repeated call changes nothing. Throws 404 for an unknown company. */
export async function removeMember(
  tx: Tx,
  { company_id: companyId, user_id: userId, reason }: RemoveMemberRequest,
): Promise<AuditedResult<null>> {
  await lockCompany(tx, companyId);
  const removed = await tx
    .deleteFrom('company_member')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  const change = {
    action: 'company member removed',
    subject: 'company',
    subjectId: companyId,
    was: { user_id: userId },
    became: null,
    reason,
  } as const;
  return { result: null, changes: removed ? [change] : [] };
}

/**
 * Issues the invoice of a company for last month now; a job does it when the month is over. A repeated call changes nothing. Throws 404
 * for an unknown company, 409 'changed-meanwhile' for another month, and 400 when nothing is to be invoiced.
 */
export async function invoiceCompany(
  tx: Tx,
  { company_id: companyId, month }: InvoiceCompanyRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  await lockCompany(tx, companyId);
  if (month !== lastMonth(now))
    throw new ApiError('changed-meanwhile', 'Another month is over meanwhile: load the page again');
  const isQueued = await invoiceMonth(tx, companyId, month, now);
  const existing = await tx
    .selectFrom('paper_due')
    .select('amount_paise')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invoice')
    .where(sql<boolean>`facts ->> 'month' = ${month}`)
    .executeTakeFirst();
  if (!existing) throw fieldError('month', `has nothing to invoice: ${monthText(month)}`);
  const change = {
    action: 'company invoiced',
    subject: 'company',
    subjectId: companyId,
    was: null,
    became: { month, amount: rupeesAmount(existing.amount_paise) },
  } as const;
  return { result: null, changes: isQueued ? [change] : [] };
}

/** An older day is a typing mistake. */
const MAX_TRANSFER_AGE_DAYS = 366;

/**
 * Records a bank transfer of a company. A transfer counts once, for one company, so that of two clerks at once exactly one succeeds;
 * the same call of the same person changes nothing. Throws 404 for an unknown company, 400 for a date in the future or more than a
 * year ago, and 409 'reference-used'.
 */
export async function recordTransfer(
  tx: Tx,
  { company_id: companyId, received_on, amount, reference }: RecordTransferRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  const today = dateAt(now);
  if (received_on > today) throw fieldError('received_on', 'must not be in the future');
  if (received_on < addDays(today, -MAX_TRANSFER_AGE_DAYS))
    throw fieldError('received_on', 'must not be more than a year ago');
  await lockNamed(tx, 'company transfers');
  await lockCompany(tx, companyId);
  const existing = await tx
    .selectFrom('company_transfer')
    .innerJoin('company', 'company.id', 'company_transfer.company_id')
    .select(['company_id', 'company.name', 'staff_id', 'staff_name', 'amount_paise', 'received_on'])
    .where(sql<boolean>`normal_upi_reference(reference) = normal_upi_reference(${reference})`)
    .executeTakeFirst();
  if (existing) {
    const isRepeated =
      existing.company_id === companyId &&
      existing.staff_id === staff.id &&
      existing.amount_paise === amount &&
      existing.received_on === received_on;
    if (isRepeated) return { result: null, changes: [] };
    throw new ApiError(
      'reference-used',
      `${existing.staff_name} has recorded this transfer already, for ${existing.name}`,
      { fields: { reference: `has been recorded already, for ${existing.name}` } },
    );
  }
  await tx
    .insertInto('company_transfer')
    .values({
      company_id: companyId,
      received_on,
      amount_paise: amount,
      reference,
      staff_id: staff.id,
      staff_name: staff.name,
      recorded_at: new Date(now),
    })
    .execute();
  const change = {
    action: 'transfer recorded',
    subject: 'company',
    subjectId: companyId,
    was: null,
    became: { received_on, amount: rupeesAmount(amount), reference },
  } as const;
  return { result: null, changes: [change] };
}

/**
 * Removes a transfer that was recorded by mistake; its reference is free again, and the audit keeps it. A repeated call changes
 * nothing. Throws 404 for an unknown company.
 */
export async function removeTransfer(
  tx: Tx,
  { company_id: companyId, transfer_id: id, reason }: RemoveTransferRequest,
): Promise<AuditedResult<null>> {
  await lockCompany(tx, companyId);
  const removed = await tx
    .deleteFrom('company_transfer')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .returning(['received_on', 'amount_paise', 'reference'])
    .executeTakeFirst();
  if (!removed) return { result: null, changes: [] };
  const { received_on, amount_paise, reference } = removed;
  const change = {
    action: 'transfer removed',
    subject: 'company',
    subjectId: companyId,
    was: { received_on, amount: rupeesAmount(amount_paise), reference },
    became: null,
    reason,
  } as const;
  return { result: null, changes: [change] };
}
