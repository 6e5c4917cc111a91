import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { withShortPath } from '../platform/database/connection/shortPath.ts';

const SOCKET_NAME = 'backup.sock';

/**
 * Serves dumps of the embedded database at a socket in the data folder, because only the server's process can read that
 * database. The response is the size in bytes, a line break, and the dump. Only the folder's owner can connect. `onSent` is
 * called after each dump. Returns the function that stops it.
 */
export async function serveBackups(
  dataDir: string,
  dump: () => Promise<Blob>,
  onSent: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const server: Server = createServer((connection) => {
    const send = async () => {
      const blob = await dump();
      connection.write(`${blob.size}\n`);
      await pipeline(Readable.fromWeb(blob.stream() as import('node:stream/web').ReadableStream), connection);
      await onSent();
    };
    send().catch(() => connection.destroy());
  });
  await withShortPath(dataDir, async (folder) => {
    // A killed process leaves its socket. This process holds the lock of the data folder, so it may remove it.
    rmSync(join(folder, SOCKET_NAME), { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(join(folder, SOCKET_NAME), resolve);
    });
    chmodSync(join(folder, SOCKET_NAME), 0o600);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Null when no server uses the data folder. Rejects when the dump is incomplete. */
export async function fetchBackup(dataDir: string): Promise<Buffer | null> {
  return withShortPath(dataDir, async (folder) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of createConnection(join(folder, SOCKET_NAME))) chunks.push(chunk as Buffer);
    } catch (error) {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(String((error as NodeJS.ErrnoException).code)))
        return null;
      throw error;
    }
    const received = Buffer.concat(chunks);
    const end = received.indexOf('\n');
    const dump = received.subarray(end + 1);
    if (end < 0 || dump.length !== Number(received.subarray(0, end).toString())) {
      throw new Error('The server stopped before the backup was complete.');
    }
    return dump;
  });
}
