import { longMonth } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { primaryReads } from '../../platform/database/reads.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { LEASE_MS, type JobTable } from '../../platform/jobs/lease.ts';
import { runDue } from '../../platform/jobs/runDue.ts';
import { runPeriodically } from '../../platform/jobs/runPeriodically.ts';
import { DOCUMENT_MS, TAX_DOCUMENTS_PER_FILE } from '../monthDocuments.ts';
import { taxDocumentBatches, type TaxDocumentPosition } from '../taxDocumentsInPeriod.ts';
import { taxDocumentsOfMonth } from '../taxDocumentsOfMonth.ts';
import type { PrintTaxDocuments } from '../pdf/printTaxDocuments.ts';

/* The job that prints the invoices and credit notes of a month into files. */

interface DueDocument {
  readonly id: string;
  readonly attempts: number;
  readonly next_try_at: Date;
}

export interface PrintDeps {
  readonly database: Database;
  readonly print: PrintTaxDocuments;
  /** For tests; by default as many as a file should have. */
  readonly taxDocumentsPerFile?: number;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

const documentJobs: JobTable<DueDocument> = {
  name: 'month_document',
  id: 'id',
  due: 'next_try_at',
  columns: ['id', 'attempts', 'next_try_at'],
};

/** Tax documents between two updates of the progress and of the lease. */
const BATCH = 50;
const MAX_ATTEMPTS = 5;
const MINUTE_MS = 60_000;

/** Prints and stores the next file of documents. A stopping server leaves the file to the next one. */
async function printFile(
  { database, print, now, stopping, taxDocumentsPerFile = TAX_DOCUMENTS_PER_FILE }: PrintDeps,
  id: string,
): Promise<void> {
  const document = await database
    .selectFrom('month_document')
    .select(['month', 'is_demo', 'papers', 'in_files', 'after_series', 'after_date', 'after_sequence'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!document) return;
  const { month, is_demo: isDemo, in_files: before, after_date: date } = document;
  const progress: { printed: number; isLast: boolean; after: TaxDocumentPosition | null } = {
    printed: 0,
    isLast: true,
    after:
      date === null
        ? null
        : { series: document.after_series, issued_on: date, sequence: document.after_sequence },
  };

  async function* contents(): AsyncGenerator<readonly string[]> {
    const batches = taxDocumentBatches(
      primaryReads(database),
      taxDocumentsOfMonth(month, isDemo),
      (taxDocuments) => taxDocuments.select('content'),
      { after: progress.after, batch: BATCH },
    );
    for await (const batch of batches) {
      progress.isLast = false;
      const taxDocuments = stopping?.aborted ? [] : batch.slice(0, taxDocumentsPerFile - progress.printed);
      if (taxDocuments.length === 0) return;
      yield taxDocuments.map(({ content }) => content);
      progress.printed += taxDocuments.length;
      progress.after = taxDocuments.at(-1) ?? null;
      await database
        .updateTable('month_document')
        .set({ done: before + progress.printed, next_try_at: new Date(now() + LEASE_MS) })
        .where('id', '=', id)
        .where('in_files', '=', before)
        .execute();
      if (taxDocuments.length < batch.length) return;
      progress.isLast = true;
    }
  }

  const position = Math.floor(before / taxDocumentsPerFile) + 1;
  const title = `Invoices and credit notes of ${longMonth(`${month}-01`)}`;
  const bytes = await print(contents(), {
    title: document.papers > taxDocumentsPerFile ? `${title}, part ${position}` : title,
    date: `${month}-01`,
  });
  const at = now();
  const { printed, isLast, after } = progress;
  if (stopping?.aborted && !isLast) {
    await database
      .updateTable('month_document')
      .set({ next_try_at: new Date(at), done: before })
      .where('id', '=', id)
      .where('in_files', '=', before)
      .execute();
    return;
  }
  await inTransaction(database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('month_document')
      .set({
        in_files: before + printed,
        done: before + printed,
        attempts: 0,
        expires_at: new Date(at + DOCUMENT_MS),
        ...(after && {
          after_series: after.series,
          after_date: after.issued_on,
          after_sequence: after.sequence,
        }),
        ...(isLast ? { ready_at: new Date(at), next_try_at: null } : { next_try_at: new Date(at) }),
      })
      .where('id', '=', id)
      // Otherwise another server has stored this file, because printing it took longer than the lease.
      .where('in_files', '=', before)
      .where('ready_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || printed === 0) return;
    await tx
      .insertInto('month_document_file')
      .values({ document_id: id, position, papers: printed, bytes })
      .execute();
  });
}

/**
 * Prints what was asked for, file by file, and deletes expired files. Any number of servers may call this at the same time. Returns
 * the errors of files that could not be printed: they are tried again a few times.
 */
export async function printMonthDocuments(deps: PrintDeps): Promise<unknown[]> {
  const { database, now } = deps;
  await database.deleteFrom('month_document').where('expires_at', '<=', new Date(now())).execute();
  return runDue(deps, {
    kind: 'the documents of a month',
    table: documentJobs,
    ids: ({ id }) => ({ document: id }),
    work: ({ id }) => printFile(deps, id),
    postpone: async ({ id, attempts }) => {
      await database
        .updateTable('month_document')
        .set({
          attempts: attempts + 1,
          next_try_at: attempts + 1 < MAX_ATTEMPTS ? new Date(now() + MINUTE_MS) : null,
        })
        .where('id', '=', id)
        .execute();
    },
  });
}

/** Short, because a member of staff waits. */
const EVERY_MS = 3_000;

/** Prints documents until the returned function is called. That function waits until the current file is given up. */
export const startPrintingDocuments = (deps: PrintDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: (stopping) => printMonthDocuments({ ...deps, stopping }),
    onError: (error) => deps.log.error({ err: error }, 'printing documents failed; it will be tried again'),
  });
