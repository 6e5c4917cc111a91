import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { taxDocumentContent, type TaxDocumentContent } from '../../../contract/invoices/taxDocuments.ts';

export interface PrintedFile {
  readonly title: string;
  readonly date: string;
}

/** Prints tax documents, each as JSON, into one PDF. */
export type PrintTaxDocuments = (
  batches: AsyncIterable<readonly string[]>,
  file: PrintedFile,
) => Promise<Buffer>;

async function* contentsOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<TaxDocumentContent> {
  for await (const batch of batches) {
    for (const text of batch) yield taxDocumentContent.parse(JSON.parse(text));
  }
}

/** Prints in this thread, which does other work between two tax documents. */
export const printHere: PrintTaxDocuments = async (batches, file) => {
  const { taxDocumentsPdf } = await import('./taxDocumentPdf.ts');
  const parts: Buffer[] = [];
  for await (const part of taxDocumentsPdf(contentsOf(batches), file)) parts.push(part);
  return Buffer.concat(parts);
};

/** Prints tax documents, each as JSON, into one PDF each, in their order. */
export type PrintEach = (batches: AsyncIterable<readonly string[]>) => AsyncGenerator<Uint8Array>;

/** Prints in this thread, which does other work between two tax documents. */
export const printEachHere: PrintEach = async function* (batches) {
  const { taxDocumentPdf } = await import('./taxDocumentPdf.ts');
  for await (const content of contentsOf(batches)) yield taxDocumentPdf(content);
};

/**
 * What the thread sends: it asks for the next tax documents, and ends with the PDF. A thread that prints each tax document into a
 * PDF of its own sends the PDFs of the documents that it has got.
 */
export type PrinterMessage = 'next' | { readonly pdf: Uint8Array } | { readonly pdfs: readonly Uint8Array[] };

/** Prints in a thread that runs only for one file, so that the server's requests do not wait. `path`: the built printer. */
export const printInThread =
  (path: string): PrintTaxDocuments =>
  (batches, file) =>
    new Promise<Buffer>((resolve, reject) => {
      const worker = new Worker(path, { workerData: file });
      const iterator = batches[Symbol.asyncIterator]();
      const fail = (error: unknown): void => {
        void iterator.return?.();
        void worker.terminate();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      worker.on('message', (message: PrinterMessage) => {
        if (message !== 'next') return 'pdf' in message && resolve(Buffer.from(message.pdf));
        iterator.next().then(
          // An empty batch ends the file.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
          ({ done, value }) => worker.postMessage(done ? [] : value),
          fail,
        );
      });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('the printer has ended')));
      // It must not keep a stopping server running.
      worker.unref();
    });

/** The same for one PDF of each document. The thread ends with the last one, or when the reader stops. `path`: the built printer. */
export const printEachInThread = (path: string): PrintEach =>
  async function* (batches) {
    const worker = new Worker(path, { workerData: null });
    worker.unref();
    const failed = new AbortController();
    worker.on('error', (error) => failed.abort(error));
    worker.on('exit', () => failed.abort(new Error('the printer has ended')));
    try {
      for await (const batch of batches) {
        const answered = once(worker, 'message', { signal: failed.signal }) as Promise<
          [{ readonly pdfs: readonly Uint8Array[] }]
        >;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(batch);
        const [{ pdfs }] = await answered;
        yield* pdfs;
      }
    } catch (error) {
      throw failed.signal.aborted ? failed.signal.reason : error;
    } finally {
      await worker.terminate();
    }
  };
