// Starts servers in separate processes: tests, measurements and pictures use the same program as production.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './freePort.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  /** the output so far */
  log: () => string;
  hasEnded: () => boolean;
  /** kills the process, like a crash */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface Program {
  /** the arguments for Node */
  args: (port: number) => string[];
  /** all settings except the host. The environment of this process is not passed on, because a developer's DATABASE_URL or payment key must not reach a test. Without PORT a free port is chosen */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** the path that responds with a success status when the server is ready */
  readyPath?: string;
  /** how long the start may take */
  timeoutMs?: number;
  /** called with all output, also before the server is ready */
  onOutput?: (text: string) => void;
}

/**
 * Starts a server and waits until it is ready.
 * @throws when the server exits or is not ready in time; the message contains its output
 */
export async function startServerProcess({
  args,
  env,
  cwd,
  readyPath = '/readyz',
  timeoutMs = 300_000,
  onOutput,
}: Program): Promise<ServerProcess> {
  const port = Number(env.PORT) || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args(port), {
    cwd,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk) => {
      log += String(chunk);
      onOutput?.(String(chunk));
    });

  const deadline = Date.now() + timeoutMs;
  while (!(await respondsOk(url + readyPath))) {
    const ended = hasEnded(child);
    if (ended || Date.now() > deadline) {
      await stopProcess(child);
      throw new Error(`The server ${ended ? 'ended before it was' : 'did not become'} ready:\n${log}`);
    }
    await delay(20);
  }

  const reportCrash = () => console.error(`The server at ${url} ended by itself:\n${log.slice(-10_000)}`);
  child.once('exit', reportCrash);
  return {
    url,
    pid: child.pid as number,
    log: () => log,
    hasEnded: () => hasEnded(child),
    async kill() {
      child.off('exit', reportCrash);
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.off('exit', reportCrash);
      return stopProcess(child);
    },
  };
}

async function respondsOk(url: string) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // The server does not listen yet.
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Sends SIGTERM, on which the server closes its database and exits. A server that does not exit in time is killed.
 * @param timeoutMs milliseconds it is given
 */
export async function stopProcess(child: ChildProcess, timeoutMs: number = 10_000) {
  if (hasEnded(child)) return;
  const forced = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  clearTimeout(forced);
}
