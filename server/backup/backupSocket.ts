import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { withShortPath } from '../database/shortPath.ts';

const NAME = 'backup.sock';

/**
 * Gives out backups of the embedded database, which only its own process can read: who connects to the socket in the data
 * folder gets the size in bytes, a line break, and the dump. The folder's owner alone can connect. Returns how to stop.
 */
export async function offerBackups(dataDir: string, dump: () => Promise<Blob>): Promise<() => Promise<void>> {
  const server: Server = createServer((connection) => {
    const send = async () => {
      const made = await dump();
      connection.write(`${made.size}\n`);
      await pipeline(Readable.fromWeb(made.stream() as import('node:stream/web').ReadableStream), connection);
    };
    send().catch(() => connection.destroy());
  });
  await withShortPath(dataDir, async (folder) => {
    // Left by a process that was killed; the data folder is locked for this one.
    rmSync(join(folder, NAME), { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(join(folder, NAME), resolve);
    });
    chmodSync(join(folder, NAME), 0o600);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The dump of the server that uses the data folder; null when none does. Rejects when it ends before it is complete. */
export async function fetchBackup(dataDir: string): Promise<Buffer | null> {
  return withShortPath(dataDir, async (folder) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of createConnection(join(folder, NAME))) chunks.push(chunk as Buffer);
    } catch (error) {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(String((error as NodeJS.ErrnoException).code)))
        return null;
      throw error;
    }
    const received = Buffer.concat(chunks);
    const end = received.indexOf('\n');
    const dump = received.subarray(end + 1);
    if (end < 0 || dump.length !== Number(received.subarray(0, end).toString())) {
      throw new Error('The server ended before the backup was complete.');
    }
    return dump;
  });
}
