import { sql, type RawBuilder } from 'kysely';
import type {
  CompanyTaxDocument,
  CorrectedInvoice,
  CorrectInvoiceRequest,
  DeskTaxDocument,
} from '../../contract/desk/invoices.ts';
import { taxDocumentContent, type TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { creditNoteBreakdown, taxBreakdown } from '../../domain/invoices/gst.ts';
import { lastCorrectionDay } from '../../domain/invoices/invoiceCorrection.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import type { AuditedResult } from '../audit/staffChange.ts';
import { queueEmail } from '../outbox/outbox.ts';
import { DEMO_SERIES } from '../platform/config/taxDocumentConfig.ts';
import { taxDocumentDueColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import { headOf } from '../slots/seriesDates.ts';
import {
  billingBuyer,
  correctedContent,
  correctingNoteContent,
  issuedSupply,
  storedContent,
} from './content.ts';
import {
  companyRecipient,
  insertTaxDocument,
  lockInvoiceOfPayment,
  nextNumber,
  type IssueDeps,
} from './issueTaxDocuments.ts';
import { areTaxDocumentsPaused } from './nextNumbers.ts';
import { currentTaxDocumentSettings } from './settings.ts';

/* An invoice with a wrong name, address or GSTIN is never changed: a credit note takes it back, and a new one replaces it. */

/** In paise. */
async function creditedOf(tx: Tx, invoiceId: string): Promise<number> {
  const { paise } = await tx
    .selectFrom('paper')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('total_paise'), sql<number>`0`).as('paise'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return paise;
}

/** Reads an invoice, and locks what its payment has queued: credit notes of refunds take the same lock before they name it. */
async function lockInvoice(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('paper')
    .innerJoin('paper_due', 'paper_due.id', 'paper.due_id')
    .select([
      'paper.id',
      'paper.kind',
      'number',
      'content',
      'is_demo',
      'total_paise',
      'user_id',
      'payment_id',
    ])
    .select([
      'paper.booking_id',
      'purchase_id',
      'paper.company_id',
      firstDate(sql<string>`paper.id`).as('first_date'),
    ])
    .where('paper.id', '=', id)
    .executeTakeFirst();
  if (found?.kind !== 'invoice') throw new ApiError('not-found', 'There is no such invoice');
  await lockInvoiceOfPayment(tx, found.payment_id);
  return { ...found, content: taxDocumentContent.parse(JSON.parse(found.content)) };
}

/** SQL: the date of the first invoice that this one replaces, directly or through others. The deadline counts from it. */
const firstDate = (id: RawBuilder<string>) => sql<string>`(
  with recursive replaced as (
    select replaces_id, issued_on from paper first where first.id = ${id}
    union all
    select earlier.replaces_id, earlier.issued_on from paper earlier join replaced on earlier.id = replaced.replaces_id
  ) select min(issued_on)::text from replaced)`;

/** The document that replaces an invoice, and its credit note. */
const replacementOf = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('paper')
    .select(['number', 'content'])
    .where('replaces_id', '=', invoiceId)
    .executeTakeFirst();

/** The names of the details that differ. The audit does not contain what they say, because closing an account erases it. */
const changedDetails = (was: TaxDocumentContent['buyer'], is: TaxDocumentContent['buyer']): string =>
  (['name', 'address', 'gstin', 'state', 'sez'] as const)
    .filter((detail) => canonicalJson(was[detail] ?? null) !== canonicalJson(is[detail] ?? null))
    .join(', ');

/** Where the audit of an invoice is read. */
const subjectOf = ({
  booking_id: booking,
  company_id: company,
  number,
}: Readonly<Record<'booking_id' | 'company_id', string | null> & Record<'number', string>>) => {
  if (booking !== null) return { subject: 'booking', subjectId: booking } as const;
  if (company !== null) return { subject: 'company', subjectId: company } as const;
  return { subject: 'invoices', subjectId: number } as const;
};

/**
 * Corrects the buyer of an invoice. Both documents are numbered and issued in this transaction, and the customer gets an email
 * with them. A repeated call with the same details changes nothing. Throws 404 for an unknown invoice; 409 'changed-meanwhile' for
 * one that was replaced or is credited as a whole; 409 'too-late-to-correct' after `lastCorrectionDay`; 400 for details that are on
 * the invoice already; 503 while the numbers are paused.
 */
export async function correctInvoice(
  tx: Tx,
  { invoice_id: id, reason, ...details }: CorrectInvoiceRequest,
  { config, now }: { readonly config: IssueDeps['config']; readonly now: EpochMs },
): Promise<AuditedResult<CorrectedInvoice>> {
  const invoice = await lockInvoice(tx, id);
  const { content: wrong } = invoice;
  const buyer = billingBuyer(details);
  const replacement = await replacementOf(tx, id);
  if (replacement) {
    const current = storedContent(replacement.content);
    if (canonicalJson(current.buyer) === canonicalJson(buyer)) {
      const result = { invoice: replacement.number, credit_note: current.replaces?.credit_note ?? '' };
      return { result, changes: [] };
    }
    throw new ApiError(
      'changed-meanwhile',
      `The invoice ${replacement.number} has replaced this one meanwhile`,
    );
  }
  const today = dateAt(now);
  const lastDay = lastCorrectionDay(invoice.first_date);
  if (today > lastDay)
    throw new ApiError(
      'too-late-to-correct',
      `The law allowed a correction of this invoice until ${lastDay}`,
    );
  if (canonicalJson(wrong.buyer) === canonicalJson(buyer))
    throw fieldError('company_name', 'and all other details are on the invoice already');
  const creditedPaise = await creditedOf(tx, id);
  const leftPaise = invoice.total_paise - creditedPaise;
  if (leftPaise === 0)
    throw new ApiError('changed-meanwhile', 'All of this invoice is credited: nothing is left to correct');
  // In a restored database tax documents wait until their next numbers are named.
  if (await areTaxDocumentsPaused(tx))
    throw new ApiError('unavailable', 'No invoices are issued now, because the database was restored');

  const settings = await currentTaxDocumentSettings(tx, config);
  const series = invoice.is_demo ? DEMO_SERIES : settings.series;
  const numberedNote = await nextNumber(tx, series['credit-note'], today);
  const numbered = await nextNumber(tx, series.invoice, today);
  const noteAmounts = creditNoteBreakdown(leftPaise, creditedPaise, issuedSupply(wrong));
  const amounts = taxBreakdown(leftPaise, buyer.sez ? 'sez' : 'intra-state');
  const note = correctingNoteContent(wrong, { ...numberedNote, amounts: noteAmounts }, numbered);
  const content = correctedContent(wrong, {
    buyer,
    numbered: { ...numbered, amounts },
    creditNote: numberedNote.number,
    creditedBefore: creditedPaise,
  });
  const insertDue = (kind: 'corrected-invoice' | 'correcting-note') =>
    tx
      .insertInto('paper_due')
      .values({
        kind,
        booking_id: invoice.booking_id,
        purchase_id: invoice.purchase_id,
        company_id: invoice.company_id,
        payment_id: invoice.payment_id,
        refund_id: null,
        amount_paise: leftPaise,
        facts: JSON.stringify({ reason: 'corrected' }),
        caused_at: new Date(now),
        next_try_at: null,
      })
      .returning(taxDocumentDueColumns)
      .executeTakeFirstOrThrow();
  const noteDue = await insertDue('correcting-note');
  const issuedNote = { numbered: numberedNote, amounts: noteAmounts, content: note, invoiceId: id };
  const { id: noteId } = await insertTaxDocument(tx, noteDue, issuedNote, now);
  const due = await insertDue('corrected-invoice');
  const issued = { numbered, amounts, content, invoiceId: null, replacesId: id };
  const { id: newId } = await insertTaxDocument(tx, due, issued, now);
  const to =
    invoice.user_id === null ? await companyRecipient(tx, invoice.company_id) : { userId: invoice.user_id };
  if (to !== null)
    await queueEmail(tx, {
      kind: 'invoice-corrected',
      key: numbered.number,
      to,
      payload: { invoice_id: newId },
      attachments: [
        { type: 'paper', id: newId },
        { type: 'paper', id: noteId },
      ],
      now,
    });
  const change = {
    action: 'invoice corrected',
    ...subjectOf(invoice),
    was: { invoice: invoice.number },
    became: {
      invoice: numbered.number,
      credit_note: numberedNote.number,
      amount: rupeesAmount(leftPaise),
      corrected: changedDetails(wrong.buyer, buyer),
    },
    reason,
  } as const;
  return { result: { invoice: numbered.number, credit_note: numberedNote.number }, changes: [change] };
}

/** `mayCorrect`: whether the caller may correct invoices. */
interface Reader {
  readonly mayCorrect: boolean;
  readonly now: EpochMs;
}

/** The tax documents of any booking for the desk, the oldest first, as `bookingTaxDocuments` chooses them. */
export async function deskTaxDocuments(
  database: Database | Tx,
  bookingId: string,
  reader: Reader,
): Promise<DeskTaxDocument[]> {
  const head = await headOf(database, bookingId);
  return documentsWhere(
    database,
    sql`paper.booking_id = ${bookingId} or (paper.booking_id = ${head} and paper.kind = 'invoice')`,
    reader,
  );
}

/** The tax documents of a company for the desk, the latest first. Their corrections have what the invoice says. */
export const companyTaxDocuments = async (
  database: Database,
  companyId: string,
  reader: Reader,
): Promise<CompanyTaxDocument[]> =>
  (await documentsWhere(database, sql`paper.company_id = ${companyId}`, reader)).toReversed();

async function documentsWhere(
  database: Database | Tx,
  condition: RawBuilder<boolean>,
  { mayCorrect, now }: Reader,
): Promise<CompanyTaxDocument[]> {
  const rows = await database
    .selectFrom('paper')
    .leftJoin('paper as credited', 'credited.id', 'paper.invoice_id')
    .leftJoin('paper as replaced', 'replaced.id', 'paper.replaces_id')
    .leftJoin('paper as newer', 'newer.replaces_id', 'paper.id')
    .select([
      'paper.id',
      'paper.kind',
      'paper.number',
      'paper.issued_on',
      'paper.total_paise',
      'paper.content',
    ])
    .select(['credited.number as invoice', 'replaced.number as replaces', 'newer.number as replaced_by'])
    .select([
      firstDate(sql<string>`paper.id`).as('first_date'),
      sql<boolean>`paper.total_paise = coalesce((
        select sum(note.total_paise) from paper note where note.invoice_id = paper.id), 0)`.as('is_credited'),
    ])
    .where(condition)
    .orderBy('paper.due_id')
    .execute();
  return rows.map(({ issued_on: date, total_paise, content, first_date, is_credited, ...document }) => {
    const lastDay = lastCorrectionDay(first_date);
    const replaced = document.replaced_by !== null;
    const isCorrectable =
      mayCorrect && document.kind === 'invoice' && !replaced && !is_credited && dateAt(now) <= lastDay;
    return {
      ...document,
      date,
      amount: rupeesAmount(total_paise),
      replaced,
      correction: isCorrectable ? correctionOf(content, lastDay) : null,
    };
  });
}

function correctionOf(content: string, lastDay: string): DeskTaxDocument['correction'] {
  const { name, address, gstin, state, sez = false } = storedContent(content).buyer;
  return {
    company_name: name,
    address: address ?? '',
    gstin: gstin ?? '',
    state: state?.code ?? '',
    sez,
    last_day: lastDay,
  };
}
