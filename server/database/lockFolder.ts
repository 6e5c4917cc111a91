import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../setupError.ts';
import { withShortPath } from './shortPath.ts';

/**
 * How long the owner of a lock may take to name itself, in milliseconds. A connection alone already shows that it
 * listens.
 */
const NAME_WITHIN_MS = 1_000;
const LOCK = /^lock\.(\d{1,9})$/;

/** The numbers of the locks in a folder; the highest one is valid. */
const locksIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** A socket in the folder that responds with this process's name. */
async function listen(path: string): Promise<Server> {
  const server = createServer((connection) => {
    connection.on('error', () => {});
    connection.end(`${process.pid} ${hostname()}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, exclusive: true }, resolve);
  });
  server.unref();
  return server;
}

/** The owner of a lock, as "process N"; null when nobody listens. The system closes the socket of a dead process. */
function ownerOf(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const name = () => {
      const [pid, host] = answer.split(' ');
      connection.destroy();
      if (!pid) resolve('another process');
      else resolve(host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`);
    };
    const connection = createConnection(path)
      .setTimeout(NAME_WITHIN_MS, name)
      .on('data', (chunk) => (answer += String(chunk)))
      .on('end', name)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(String(error.code))) resolve(null);
        // Connected, or the backlog is full: somebody listens.
        else if (error.code === 'ECONNRESET' || error.code === 'EAGAIN') name();
        else reject(error);
      });
  });
}

/**
 * Locks a folder for this process until the returned function is called. PGlite has no lock of its own: two processes
 * can open one folder and silently lose each other's writes.
 *
 * The owner listens on a socket in the folder, `lock.N`. The kernel knows that a process listens, so the lock works
 * between containers that share the folder, and ends with the process. A dead lock is never removed to be taken over,
 * because two processes could do so at once: its successor `lock.N+1` is created, which only one process can (decision
 * 0023). Throws when the folder is in use or its file system has no sockets.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const draft = randomUUID();
  try {
    return await withShortPath(folder, async (short) => {
      const server = await listen(join(short, draft));
      try {
        chmodSync(join(folder, draft), 0o600);
        await take(folder, short, draft);
        return () => void server.close();
      } catch (error) {
        server.close();
        throw error;
      } finally {
        rmSync(join(folder, draft), { force: true });
      }
    });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const impossible = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'].includes(String(code));
    if (!impossible || !['listen', 'link'].includes(String(syscall))) throw error;
    throw new SetupError(
      `The file system of the data folder ${folder} has no sockets, with which a server keeps others out. ` +
        'Set DATA_DIR to a folder on a disk of this machine, or DATABASE_URL to a PostgreSQL.',
    );
  }
}

async function take(folder: string, short: string, draft: string): Promise<void> {
  for (;;) {
    const last = Math.max(0, ...locksIn(folder));
    const owner = last === 0 ? null : await ownerOf(join(short, `lock.${last}`));
    if (owner !== null) {
      throw new SetupError(
        `The data folder ${folder} is in use by ${owner}. Stop that server first, or set DATA_DIR or DATABASE_URL.`,
      );
    }
    const mine = last + 1;
    try {
      linkSync(join(folder, draft), join(folder, `lock.${mine}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    const locks = locksIn(folder);
    if (Math.max(...locks) === mine) {
      for (const old of locks) if (old < mine) rmSync(join(folder, `lock.${old}`), { force: true });
      return;
    }
    // Other processes took the folder and removed old locks while this one was checking.
    rmSync(join(folder, `lock.${mine}`), { force: true });
  }
}
