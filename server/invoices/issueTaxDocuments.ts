import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import {
  taxDocumentContent,
  type TaxDocumentContent,
  type TaxDocumentKind,
} from '../../contract/invoices/taxDocuments.ts';
import type { Config } from '../platform/config/config.ts';
import { backOff } from '../../domain/time/backOff.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { creditNoteBreakdown, taxBreakdown, type TaxAmounts } from '../../domain/invoices/gst.ts';
import { financialYear, taxDocumentNumber } from '../../domain/invoices/taxDocumentNumber.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { taxDocumentDueColumns } from '../platform/database/columns.ts';
import type { Database, TaxDocumentDueTable, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { JobTable } from '../platform/jobs/lease.ts';
import { runPeriodically } from '../platform/jobs/runPeriodically.ts';
import { runDue } from '../platform/jobs/runDue.ts';
import { queueEmail } from '../outbox/outbox.ts';
import type { Recipient } from '../platform/database/emailPayloads.ts';
import { creditNoteContent, invoiceContent, invoiceSupply, issuedSupply } from './content.ts';
import { areTaxDocumentsPaused } from './nextNumbers.ts';
import { queueMissedInvoices } from './queueTaxDocuments.ts';
import type {
  AccountFacts,
  CreditNoteFacts,
  InvoiceFacts,
  PointsFacts,
} from '../platform/database/taxDocumentFacts.ts';
import { currentTaxDocumentSettings } from './settings.ts';
import { DEMO_SERIES, type TaxDocumentSettings } from '../platform/config/taxDocumentConfig.ts';

export interface IssueDeps {
  readonly database: Database;
  /** Of the environment; the details of the desk win. */
  readonly config: Pick<Config, 'taxDocuments' | 'business'>;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
  readonly stopping?: AbortSignal;
}

type DueTaxDocument = Selectable<TaxDocumentDueTable>;

/** The jobs run in the order in which they were queued, so that an invoice gets its number before its credit notes. */
export const taxDocumentJobs: JobTable<DueTaxDocument> = {
  name: 'paper_due',
  id: 'id',
  due: 'next_try_at',
  orderBy: ['id'],
  columns: taxDocumentDueColumns,
};

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 6 * 60 * MINUTE_MS;

interface AssignedNumber {
  readonly series: string;
  readonly year: string;
  readonly sequence: number;
  readonly number: string;
  readonly date: string;
}

/**
 * The next number of a series in the financial year of `earliest` (IST date). The counter's row is locked until the transaction
 * ends, so the numbers of committed tax documents have no gap. Dates never decrease within a series: a delayed tax document gets
 * the date of the last one.
 */
export async function nextNumber(tx: Tx, series: string, earliest: string): Promise<AssignedNumber> {
  const year = financialYear(earliest);
  const { last_sequence: sequence, last_date: date } = await tx
    .insertInto('paper_counter')
    .values({ series, financial_year: year, last_sequence: 1, last_date: earliest })
    .onConflict((conflict) =>
      conflict.columns(['series', 'financial_year']).doUpdateSet({
        last_sequence: sql`paper_counter.last_sequence + 1`,
        last_date: sql`greatest(paper_counter.last_date, excluded.last_date)`,
      }),
    )
    .returning(['last_sequence', 'last_date'])
    .executeTakeFirstOrThrow();
  return { series, year, sequence, number: taxDocumentNumber(series, year, sequence), date };
}

interface ComposedTaxDocument {
  readonly numbered: AssignedNumber;
  readonly amounts: TaxAmounts;
  readonly content: TaxDocumentContent;
  readonly invoiceId: string | null;
  readonly replacesId?: string;
}

async function composeInvoice(
  tx: Tx,
  settings: TaxDocumentSettings,
  due: DueTaxDocument,
): Promise<ComposedTaxDocument> {
  const numbered = await nextNumber(tx, settings.series.invoice, dateAt(due.caused_at.getTime()));
  const facts = due.facts as InvoiceFacts | PointsFacts | AccountFacts;
  const amounts = taxBreakdown(due.amount_paise, invoiceSupply(facts));
  const content = invoiceContent(
    settings,
    facts,
    { ...numbered, amounts },
    { soldId: (due.booking_id ?? due.company_id ?? due.purchase_id) as string, paymentId: due.payment_id },
  );
  return { numbered, amounts, content, invoiceId: null };
}

/** The current invoice of a payment: one that replaces another is it. Undefined until it has its number. */
const invoiceOf = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('paper')
    .innerJoin('paper_due', 'paper_due.id', 'paper.due_id')
    .select(['paper.id', 'paper.content', 'paper.is_demo'])
    .where('paper_due.payment_id', '=', paymentId)
    .where('paper.kind', '=', 'invoice')
    .where(sql<boolean>`not exists (select from paper newer where newer.replaces_id = paper.id)`)
    .executeTakeFirst();

/** Of two transactions that name the invoice of a payment, the later one sees the other's documents. */
export const lockInvoiceOfPayment = (tx: Tx, paymentId: string): Promise<unknown> =>
  tx
    .selectFrom('paper_due')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .forUpdate()
    .execute();

/** Composes a credit note; null while its invoice has no number. Its date is never earlier than the invoice's date. */
async function composeCreditNote(
  tx: Tx,
  settings: TaxDocumentSettings,
  due: DueTaxDocument,
): Promise<ComposedTaxDocument | null> {
  await lockInvoiceOfPayment(tx, due.payment_id);
  const invoice = await invoiceOf(tx, due.payment_id);
  if (!invoice) return null;
  const corrected = taxDocumentContent.parse(JSON.parse(invoice.content));
  const series = (invoice.is_demo ? DEMO_SERIES : settings.series)['credit-note'];
  const causedOn = dateAt(due.caused_at.getTime());
  const numbered = await nextNumber(tx, series, causedOn > corrected.date ? causedOn : corrected.date);
  // The sum is read after the counter is locked, so that two credit notes of one invoice are not computed at the same time.
  const { before } = await tx
    .selectFrom('paper')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('total_paise'), sql<number>`0`).as('before'))
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirstOrThrow();
  const amounts = creditNoteBreakdown(due.amount_paise, before, issuedSupply(corrected));
  const content = creditNoteContent(corrected, due.facts as CreditNoteFacts, { ...numbered, amounts });
  return { numbered, amounts, content, invoiceId: invoice.id };
}

/** Issues one tax document: assigns its number, stores its content, queues its email and ends its job in one transaction. */
async function issueTaxDocument({ database, config, now }: IssueDeps, id: number): Promise<void> {
  await inTransaction(database, async (tx) => {
    // The row is read again, because another server may have issued the tax document after this server's lease ended.
    const due = await tx
      .selectFrom('paper_due')
      .select(taxDocumentDueColumns)
      .where('id', '=', id)
      .where('next_try_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!due) return;
    const compose = due.kind === 'invoice' ? composeInvoice : composeCreditNote;
    const settings = await currentTaxDocumentSettings(tx, config);
    // In a restored database tax documents wait until their next numbers are named.
    const issued = (await areTaxDocumentsPaused(tx)) ? null : await compose(tx, settings, due);
    if (issued === null) {
      await tx
        .updateTable('paper_due')
        .set({ next_try_at: new Date(now() + MINUTE_MS) })
        .where('id', '=', id)
        .execute();
      return;
    }
    await storeTaxDocument(tx, due, issued, now());
    await tx.updateTable('paper_due').set({ next_try_at: null }).where('id', '=', id).execute();
  });
}

/** Stores a numbered tax document, which never changes from then on. */
export function insertTaxDocument(
  tx: Tx,
  due: DueTaxDocument,
  { numbered, amounts, content, invoiceId, replacesId }: ComposedTaxDocument,
  now: EpochMs,
): Promise<{ id: string; user_id: string | null }> {
  const text = JSON.stringify(content);
  return tx
    .insertInto('paper')
    .values(({ selectFrom }) => ({
      due_id: due.id,
      kind: content.kind satisfies TaxDocumentKind,
      is_demo: content.demo,
      number: numbered.number,
      series: numbered.series,
      financial_year: numbered.year,
      sequence: numbered.sequence,
      issued_on: numbered.date,
      booking_id: due.booking_id,
      company_id: due.company_id,
      user_id:
        due.company_id !== null
          ? null
          : due.booking_id === null
            ? selectFrom('point_purchase').select('user_id').where('id', '=', due.purchase_id)
            : selectFrom('booking').select('user_id').where('id', '=', due.booking_id),
      invoice_id: invoiceId,
      replaces_id: replacesId ?? null,
      buyer_gstin: content.buyer.gstin,
      taxable_paise: amounts.taxable,
      cgst_paise: amounts.cgst,
      sgst_paise: amounts.sgst,
      igst_paise: amounts.igst,
      total_paise: amounts.total,
      content: text,
      content_hash: createHash('sha256').update(text, 'utf8').digest('hex'),
      created_at: new Date(now),
    }))
    .returning(['id', 'user_id'])
    .executeTakeFirstOrThrow();
}

/** Null for a company without an address for its tax documents. */
export async function companyRecipient(tx: Tx, companyId: string | null): Promise<Recipient | null> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'email'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company?.email ? { name: company.name, address: company.email } : null;
}

async function storeTaxDocument(
  tx: Tx,
  due: DueTaxDocument,
  issued: ComposedTaxDocument,
  now: EpochMs,
): Promise<void> {
  const { id, user_id: userId } = await insertTaxDocument(tx, due, issued, now);
  const {
    numbered: { number },
    content: { kind },
  } = issued;
  const attachments = [{ type: 'paper', id } as const];
  if (userId === null) {
    const to = await companyRecipient(tx, due.company_id);
    if (to !== null)
      await queueEmail(tx, {
        kind: 'company-document',
        key: number,
        to,
        payload: { number },
        attachments,
        now,
      });
    return;
  }
  const email = { key: number, to: { userId }, attachments, now };
  const { booking_id, purchase_id } = due;
  // The email about the refund of points says what was returned; the credit note is in the account.
  if (booking_id === null && kind === 'credit-note') return;
  await queueEmail(
    tx,
    booking_id === null
      ? { ...email, kind: 'points-bought', payload: { purchase_id: purchase_id as string, number } }
      : { ...email, kind, payload: { booking_id, number } },
  );
}

/** How far back the first pass of a server looks for bookings without an invoice, in milliseconds. */
const LOOK_BACK_MS = 3 * 24 * 3_600_000;
/** How far a pass looks back behind the previous one, in milliseconds: much longer than a transaction that confirms takes. */
const OVERLAP_MS = 10 * MINUTE_MS;

/**
 * Numbers and issues every due tax document, and queues the invoices that are missing since `since` (milliseconds since 1970).
 * Any number of servers may call this at the same time. Returns the errors of tax documents that could not be issued. They are
 * postponed, do not stop the others, and leave no gap in the numbers.
 */
export async function issueTaxDocuments(
  deps: IssueDeps,
  since: number = deps.now() - LOOK_BACK_MS,
): Promise<unknown[]> {
  const { database, now } = deps;
  await queueMissedInvoices(database, since, now());
  return runDue(deps, {
    kind: 'a tax document',
    table: taxDocumentJobs,
    ids: ({ id, kind, booking_id, purchase_id }) => ({
      taxDocumentDue: id,
      taxDocument: kind,
      booking: booking_id,
      purchase: purchase_id,
    }),
    work: ({ id }) => issueTaxDocument(deps, id),
    postpone: async ({ id, attempts }) => {
      await database
        .updateTable('paper_due')
        .set({
          attempts: attempts + 1,
          next_try_at: new Date(now() + backOff(attempts + 1, MINUTE_MS, MAX_PAUSE_MS)),
        })
        .where('id', '=', id)
        .execute();
    },
  });
}

/** Short, because the customer may wait for the invoice. */
const EVERY_MS = 5_000;

/** Issues tax documents periodically until the returned function is called. That function waits for the current tax document. */
export function startIssuingTaxDocuments(deps: IssueDeps): () => Promise<void> {
  let since: number | undefined;
  return runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    async pass(stopping) {
      const began = deps.now();
      await issueTaxDocuments({ ...deps, stopping }, since);
      since = began - OVERLAP_MS;
    },
    onError: (error) =>
      deps.log.error({ err: error }, 'issuing tax documents failed; it will be tried again'),
  });
}
