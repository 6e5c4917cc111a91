import { Worker } from 'node:worker_threads';
import { paperContent, type PaperContent } from '../../../contract/invoices/papers.ts';

/** The title and the IST date of a file. */
export interface PrintedFile {
  readonly title: string;
  readonly date: string;
}

/** Prints papers, each as JSON, into one PDF. */
export type PrintPapers = (batches: AsyncIterable<readonly string[]>, file: PrintedFile) => Promise<Buffer>;

async function* contentsOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<PaperContent> {
  for await (const batch of batches) {
    for (const text of batch) yield paperContent.parse(JSON.parse(text));
  }
}

/** Prints in this thread, which does other work between two papers. */
export const printHere: PrintPapers = async (batches, file) => {
  const { papersPdf } = await import('./paperPdf.ts');
  const parts: Buffer[] = [];
  for await (const part of papersPdf(contentsOf(batches), file)) parts.push(part);
  return Buffer.concat(parts);
};

/** What the thread sends: it asks for the next papers, and ends with the PDF. */
export type PrinterMessage = 'next' | { readonly pdf: Uint8Array };

/** Prints in a thread that runs only for one file, so that the server's requests do not wait. `path`: the built printer. */
export const printInThread =
  (path: string): PrintPapers =>
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
        if (message !== 'next') return resolve(Buffer.from(message.pdf));
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
