import { sql } from 'kysely';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { DocumentsOfMonth } from '../../contract/desk/reports.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { taxDocumentsInPeriod } from './taxDocumentsInPeriod.ts';
import { checkAllNumbered, taxDocumentsOfMonth } from './taxDocumentsOfMonth.ts';

/* The invoices and credit notes of a month as PDF files, which a job makes. */

/** How long the files are kept, in milliseconds. */
export const DOCUMENT_MS = 24 * 3_600_000;
/** Bounds the file's size, and the work that a stopping server loses. */
export const TAX_DOCUMENTS_PER_FILE = 1_000;

/** `month`: 'YYYY-MM', IST. The documents are demo tax documents or real ones. */
interface MonthChoice {
  readonly month: string;
  readonly isDemo: boolean;
  readonly now: EpochMs;
}

async function countTaxDocuments(database: Database, { month, isDemo }: MonthChoice): Promise<number> {
  const { papers } = await taxDocumentsInPeriod(database, taxDocumentsOfMonth(month, isDemo))
    .select(sql<number>`count(*)::integer`.as('papers'))
    .executeTakeFirstOrThrow();
  return papers;
}

const documentOf = (database: Database, { month, isDemo, now }: MonthChoice) =>
  database
    .selectFrom('month_document')
    .select(['id', 'papers', 'done', 'next_try_at', 'ready_at', 'expires_at'])
    .where('month', '=', month)
    .where('is_demo', '=', isDemo)
    .where('expires_at', '>', new Date(now));

/** The progress of the documents of a month, and the finished files. */
export async function documentsOfMonth(database: Database, choice: MonthChoice): Promise<DocumentsOfMonth> {
  const issued = await countTaxDocuments(database, choice);
  const found = await documentOf(database, choice).executeTakeFirst();
  if (!found) return { month: choice.month, issued, document: null };
  const files = await database
    .selectFrom('month_document_file')
    .select(['position', 'papers'])
    .where('document_id', '=', found.id)
    .orderBy('position')
    .execute();
  let last = 0;
  return {
    month: choice.month,
    issued,
    document: {
      id: found.id,
      state: found.ready_at !== null ? 'ready' : found.next_try_at !== null ? 'making' : 'failed',
      papers: found.papers,
      done: found.done,
      files: files.map(({ position, papers }) => {
        last += papers;
        return { position, first: last - papers + 1, last };
      }),
      expires_at: found.expires_at.toISOString(),
    },
  };
}

/**
 * Requests the documents of a month. Changes nothing while they are being made, and when they are ready and contain all tax
 * documents. Throws 404 for a month without tax documents, and 503 while some have no number yet. Returns whether the job has
 * something to do.
 */
export async function requestDocuments(tx: Tx, choice: MonthChoice): Promise<boolean> {
  const { month, isDemo, now } = choice;
  await checkAllNumbered(tx, month);
  const papers = await countTaxDocuments(tx, choice);
  if (papers === 0) {
    throw new ApiError('not-found', 'No invoice and no credit note was issued in this month.');
  }
  const existing = await documentOf(tx, choice).forUpdate().executeTakeFirst();
  if (existing?.next_try_at || (existing?.ready_at && existing.papers === papers)) return false;
  await tx.deleteFrom('month_document').where('month', '=', month).where('is_demo', '=', isDemo).execute();
  const inserted = await tx
    .insertInto('month_document')
    .values({
      month,
      is_demo: isDemo,
      papers,
      next_try_at: new Date(now),
      expires_at: new Date(now + DOCUMENT_MS),
    })
    // Somebody else has asked for them at the same moment.
    .onConflict((conflict) => conflict.columns(['month', 'is_demo']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A finished file of documents. Throws 404 for an unknown or expired one. */
export async function documentFile(
  database: Database,
  { id, position, isDemo, now }: { id: string; position: number } & Omit<MonthChoice, 'month'>,
): Promise<{ month: string; bytes: Uint8Array; isOnly: boolean }> {
  const file = await database
    .selectFrom('month_document')
    .innerJoin('month_document_file', 'document_id', 'id')
    .select(['month', 'bytes', 'month_document.papers as ofMonth', 'month_document_file.papers'])
    .where('id', '=', id)
    .where('position', '=', position)
    .where('is_demo', '=', isDemo)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!file)
    throw new ApiError('not-found', 'There is no such file. It may have been deleted: create it again.');
  return { month: file.month, bytes: file.bytes, isOnly: file.ofMonth <= file.papers };
}
