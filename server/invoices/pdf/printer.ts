import { on, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { printEachHere, printHere, type PrintedFile, type PrinterMessage } from './printTaxDocuments.ts';

/* A thread that prints tax documents into one PDF, or each into its own when it has no title for all of them. */

if (!parentPort) throw new Error('This file is for a thread.');
const port = parentPort;
const send = (message: PrinterMessage): void => port.postMessage(message);

async function* batches(): AsyncGenerator<readonly string[]> {
  for (;;) {
    const answered = once(port, 'message') as Promise<[readonly string[]]>;
    send('next');
    const [batch] = await answered;
    if (batch.length === 0) return;
    yield batch;
  }
}

async function printEach(batch: readonly string[]): Promise<void> {
  const pdfs: Uint8Array[] = [];
  async function* one() {
    yield batch;
  }
  for await (const pdf of printEachHere(one())) pdfs.push(pdf);
  send({ pdfs });
}

const file = workerData as PrintedFile | null;
if (file !== null) send({ pdf: await printHere(batches(), file) });
else for await (const [batch] of on(port, 'message')) await printEach(batch as readonly string[]);
