import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../config/setupError.ts';
import { withShortPath } from './shortPath.ts';

/**
 * How long the owner of a lock may take to send its name, in milliseconds. An accepted connection already shows that the owner
 * is running.
 */
const NAME_TIMEOUT_MS = 1_000;
/** Another process has the lock. */
export class FolderInUse extends SetupError {}

const LOCK_FILE = /^lock\.(\d{1,9})$/;

/** Only the highest number is valid. */
const lockNumbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK_FILE.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** Opens a socket that responds with the id of this process and the name of its host. */
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

/** 'process 123'; null when no process listens, because the system closes a dead process's socket. */
function ownerOf(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let response = '';
    const resolveWithName = () => {
      const [pid, host] = response.split(' ');
      connection.destroy();
      if (!pid) resolve('another process');
      else resolve(host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`);
    };
    const connection = createConnection(path)
      .setTimeout(NAME_TIMEOUT_MS, resolveWithName)
      .on('data', (chunk) => (response += String(chunk)))
      .on('end', resolveWithName)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(String(error.code))) resolve(null);
        // The connection was accepted, or the backlog is full: a process listens.
        else if (error.code === 'ECONNRESET' || error.code === 'EAGAIN') resolveWithName();
        else reject(error);
      });
  });
}

/**
 * Locks a folder for this process until the returned function is called. PGlite does not lock its folder: two processes can
 * open it and silently overwrite each other's data.
 *
 * The owner listens on the socket `lock.N` in the folder. The kernel accepts connections only while that process runs, so the
 * lock also works between containers that share the folder, and ends with the process. A dead lock is not removed to take the
 * folder over, because two processes could do so at once. Instead a process creates the successor `lock.N+1`, which only one
 * process can do (decision 0022). Throws a `FolderInUse`, or another `SetupError` when its file system has no sockets.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const draftSocket = randomUUID();
  try {
    return await withShortPath(folder, async (shortFolder) => {
      const server = await listen(join(shortFolder, draftSocket));
      try {
        chmodSync(join(folder, draftSocket), 0o600);
        await acquireLock(folder, shortFolder, draftSocket);
        return () => void server.close();
      } catch (error) {
        server.close();
        throw error;
      } finally {
        rmSync(join(folder, draftSocket), { force: true });
      }
    });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const isUnsupported = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'].includes(String(code));
    if (!isUnsupported || !['listen', 'link'].includes(String(syscall))) throw error;
    throw new SetupError(
      `The file system of the data folder ${folder} does not support sockets, which lock the folder for one server. ` +
        'Set DATA_DIR to a folder on a disk of this machine, or DATABASE_URL to a PostgreSQL.',
    );
  }
}

async function acquireLock(folder: string, shortFolder: string, draftSocket: string): Promise<void> {
  for (;;) {
    const latestLock = Math.max(0, ...lockNumbersIn(folder));
    const owner = latestLock === 0 ? null : await ownerOf(join(shortFolder, `lock.${latestLock}`));
    if (owner !== null) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by ${owner}. Stop that server first, or set DATA_DIR or DATABASE_URL.`,
      );
    }
    const ownLock = latestLock + 1;
    try {
      linkSync(join(folder, draftSocket), join(folder, `lock.${ownLock}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    const locks = lockNumbersIn(folder);
    if (Math.max(...locks) === ownLock) {
      for (const old of locks) if (old < ownLock) rmSync(join(folder, `lock.${old}`), { force: true });
      return;
    }
    // Other processes locked the folder and removed old locks while this one was checking.
    rmSync(join(folder, `lock.${ownLock}`), { force: true });
  }
}
