// @ts-check
// The API behind the site that `npm run dev` serves: starts it, starts it again, and says in the terminal and in the page
// when it does not run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess } from './serverProcess.mjs';

/**
 * How long the API may take to end before it is killed, in milliseconds: it finishes its requests, which takes long where the
 * machine is busy.
 */
const TIMEOUT_MS = 60_000;
/** How much of what it wrote is shown in the page, in characters. */
const SHOWN = 4_000;

/**
 * Requests wait while the API starts, so that a page that is loaded meanwhile works, and the terminal shows one line. When
 * the API cannot run, they are answered 503 with what it wrote, and open pages show that at once.
 * @param {number} port where it listens
 */
export function devApi(port) {
  /** @type {import('vite').ViteDevServer | undefined} */
  let site;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.ProcessEnv} */
  let environment = {};
  /** Why it does not run, or null. @type {string | null} */
  let failure = null;
  /** Ends when it runs or cannot. @type {Promise<void>} */
  let settled = Promise.resolve();
  /** @type {Promise<void> | null} */
  let restarting = null;
  let stopped = false;
  /** What is being answered, but for streams, which do not end. @type {Set<import('node:http').ServerResponse>} */
  const underWay = new Set();

  const showFailure = () => {
    if (failure !== null) {
      site?.ws.send({ type: 'error', err: { message: `The API does not run.\n${failure}`, stack: '' } });
    }
  };

  async function answers() {
    try {
      return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
    } catch {
      return false;
    }
  }

  /** Starts the API and waits until it answers or has ended. @param {string} why */
  async function run(why) {
    const began = performance.now();
    const failedBefore = failure !== null;
    console.log(`${why} …`);
    let written = '';
    const running = spawn(process.execPath, [join(import.meta.dirname, 'dev-api.mjs')], {
      env: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    child = running;
    running.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      written = (written + String(chunk)).slice(-SHOWN);
    });
    const ended = new Promise((resolve) => running.once('close', () => resolve(true)));
    void ended.then(() => {
      if (child !== running || restarting !== null || stopped) return;
      failure = written || `It ended with code ${running.exitCode}.`;
      console.error('The API does not run. It starts again when one of its files is saved.');
      showFailure();
    });

    for (;;) {
      if (await answers()) break;
      if (await Promise.race([ended, delay(50)])) return;
    }
    failure = null;
    console.log(`The API is ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    if (failedBefore) site?.ws.send({ type: 'full-reload' });
  }

  /** Ends it once it has answered what it was asked: a connection that it has not accepted yet would be cut. */
  async function endWhenIdle() {
    const answered = [...underWay].map((response) => once(response, 'close'));
    await Promise.race([Promise.all(answered), delay(TIMEOUT_MS, undefined, { ref: false })]);
    if (child) await endProcess(child, TIMEOUT_MS);
  }

  /** Files saved while it is being stopped are in what is started then. */
  function restart() {
    if (restarting !== null || stopped) return;
    restarting = endWhenIdle();
    settled = restarting.then(() => {
      restarting = null;
      return stopped ? undefined : run('The API starts again');
    });
  }

  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'litrooms:dev-api',
    configureServer(server) {
      site = server;
      server.ws.on('connection', showFailure);
      server.middlewares.use((request, response, next) => {
        const answer = () => {
          if (failure === null) {
            if (!request.headers.accept?.includes('text/event-stream')) {
              underWay.add(response);
              response.once('close', () => underWay.delete(response));
            }
            next();
            return;
          }
          response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
          response.end(JSON.stringify({ error: { code: 'unavailable', message: failure } }));
        };
        if (/^\/(?:api|sandbox)\b/.test(request.url ?? '')) void settled.then(answer);
        else next();
      });
    },
  };

  return {
    plugin,
    /** @param {NodeJS.ProcessEnv} env */
    start(env) {
      environment = env;
      settled = run('The API starts');
    },
    restart,
    async stop() {
      stopped = true;
      if (child) await endProcess(child, TIMEOUT_MS);
    },
  };
}
