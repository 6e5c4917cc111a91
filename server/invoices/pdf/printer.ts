import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { printHere, type PrintedFile, type PrinterMessage } from './printTaxDocuments.ts';

/* A thread that prints tax documents into one PDF. */

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

send({ pdf: await printHere(batches(), workerData as PrintedFile) });
