import { returnTables } from '../../../contract/desk/reports.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { primaryReads } from '../../platform/database/reads.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import { gstr1Table } from '../gstr1.ts';
import type { PrintEach } from '../pdf/printTaxDocuments.ts';
import { taxDocumentBatches, taxDocumentsInPeriod } from '../taxDocumentsInPeriod.ts';
import { checkAllNumbered, taxDocumentsOfMonth } from '../taxDocumentsOfMonth.ts';
import { fileName } from './taxDocumentAttachment.ts';
import { zipped, type ZippedFile } from './zip.ts';

/* A month for its accountant: the GST return, the list of invoices and credit notes, and each of them as PDF, in one ZIP file. */

/** Bounds the time that a thread prints, and the file, which a browser keeps in memory. */
export const MAX_IN_ARCHIVE = 20_000;

/** Months that one server prints at once: each takes a thread for minutes. */
const MAX_AT_ONCE = 2;

/** Documents that are read and printed at once. */
const BATCH = 20;

export interface ArchiveChoice {
  /** 'YYYY-MM', IST. */
  readonly month: string;
  readonly isDemo: boolean;
  readonly now: EpochMs;
}

/**
 * Throws 400 for a month that has not begun, 404 for one without documents, 413 for one with too many, and 503 while some have
 * no number yet.
 */
export async function checkArchive(
  database: Database,
  { month, isDemo, now }: ArchiveChoice,
): Promise<{ readonly documents: number; readonly lastDueId: number }> {
  if (month > dateAt(now).slice(0, 7)) throw fieldError('month', 'has not begun yet');
  await checkAllNumbered(database, month);
  const { documents, last } = await taxDocumentsInPeriod(database, taxDocumentsOfMonth(month, isDemo))
    .select(({ fn }) => [fn.countAll<string>().as('documents'), fn.max('due_id').as('last')])
    .executeTakeFirstOrThrow();
  const count = Number(documents);
  if (count === 0) {
    throw new ApiError('not-found', 'No invoice and no credit note was issued in this month.');
  }
  if (count > MAX_IN_ARCHIVE) {
    throw new ApiError(
      'too-large',
      `This month has more than ${MAX_IN_ARCHIVE} documents. Save its tables, and its documents as PDF files, one by one.`,
    );
  }
  return { documents: count, lastDueId: last };
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part);
}

/** The files of a checked month. What is issued meanwhile is in no file, so the tables and the PDFs agree. */
async function* filesOf(
  database: Database,
  { month, isDemo }: ArchiveChoice,
  lastDueId: number,
  printEach: PrintEach,
): AsyncGenerator<ZippedFile> {
  const reads = primaryReads(database);
  const folder = isDemo ? `${month}-DEMO` : month;
  const choice = { ...taxDocumentsOfMonth(month, isDemo), lastDueId };
  const table = (name: string, parts: AsyncIterable<string>): ZippedFile => ({
    name: `${folder}/${name}.csv`,
    isText: true,
    parts: encoded(parts),
  });
  yield table('invoices-and-credit-notes', gstr1Table(reads, choice, 'papers'));
  for (const name of returnTables) yield table(`gstr1/${name}`, gstr1Table(reads, choice, name));

  const names: string[] = [];
  async function* contents(): AsyncGenerator<readonly string[]> {
    const batches = taxDocumentBatches(
      reads,
      choice,
      (documents) => documents.select(['kind', 'number', 'content']),
      { batch: BATCH },
    );
    for await (const batch of batches) {
      for (const { kind, number } of batch) {
        names.push(`${folder}/${kind === 'invoice' ? 'invoices' : 'credit-notes'}/${fileName(number)}`);
      }
      yield batch.map(({ content }) => content);
    }
  }
  for await (const pdf of printEach(contents())) {
    yield { name: names.shift() as string, isText: false, parts: [pdf] };
  }
}

/** The ZIP file of a month that `checkArchive` has accepted, in parts. */
export const monthArchive = (
  database: Database,
  choice: ArchiveChoice,
  lastDueId: number,
  printEach: PrintEach,
): AsyncGenerator<Buffer> => zipped(filesOf(database, choice, lastDueId, printEach));

/** Limits the months that are printed at once. The returned function takes a place, and returns what frees it; it throws 503 when all are taken. */
export function archivePlaces(): () => () => void {
  const taken = new Set<symbol>();
  return () => {
    if (taken.size >= MAX_AT_ONCE) {
      throw new ApiError(
        'unavailable',
        'Other months are being saved at the moment. Please try again in a few minutes.',
      );
    }
    const place = Symbol('place');
    taken.add(place);
    return () => void taken.delete(place);
  };
}
