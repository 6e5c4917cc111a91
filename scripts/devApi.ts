// The API process of `npm run dev`: starts and restarts it, and shows in the terminal and in the page when it has failed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ViteDevServer, Plugin } from 'vite';
import { stopProcess } from './serverProcess.ts';

/**
 * How long the API may take to stop before it is killed, in milliseconds: it finishes its requests first, which takes long on a
 * busy machine.
 */
const TIMEOUT_MS = 60_000;
/** How much of the API's error output is shown in the page. */
const MAX_SHOWN_CHARACTERS = 4_000;

/**
 * Requests wait while the API starts, so that a page that is loaded meanwhile works. When the API has failed, requests get a 503
 * with the API's error output, and open pages show it immediately.
 * @param port the port of the API
 */
export function devApi(port: number) {
  let site: ViteDevServer | undefined;
  let child: ChildProcess | undefined;
  let environment: NodeJS.ProcessEnv = {};
  /** The error output of an API that has failed; null while it runs. */
  let failure: string | null = null;
  /** Resolves when the API is ready or has failed. */
  let whenSettled: Promise<void> = Promise.resolve();
  let restarting: Promise<void> | null = null;
  let isStopped = false;
  /** Responses that are not complete yet. Event streams are left out, because they do not end. */
  const pendingResponses = new Set<ServerResponse>();

  const showFailure = () => {
    if (failure !== null) {
      site?.ws.send({ type: 'error', err: { message: `The API does not run.\n${failure}`, stack: '' } });
    }
  };

  async function isHealthy() {
    try {
      return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
    } catch {
      return false;
    }
  }

  /** Starts the API and waits until it is ready or has exited. */
  async function run(message: string) {
    const began = performance.now();
    const failedBefore = failure !== null;
    console.log(`${message} …`);
    let output = '';
    const startedChild = spawn(process.execPath, [join(import.meta.dirname, 'dev-api.mjs')], {
      env: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    child = startedChild;
    startedChild.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      output = (output + String(chunk)).slice(-MAX_SHOWN_CHARACTERS);
    });
    const exited = new Promise((resolve) => startedChild.once('close', () => resolve(true)));
    void exited.then(() => {
      if (child !== startedChild || restarting !== null || isStopped) return;
      failure = output || `It ended with code ${startedChild.exitCode}.`;
      console.error('The API does not run. It starts again when one of its files is saved.');
      showFailure();
    });

    for (;;) {
      if (await isHealthy()) break;
      if (await Promise.race([exited, delay(50)])) return;
    }
    failure = null;
    console.log(`The API is ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    if (failedBefore) site?.ws.send({ type: 'full-reload' });
  }

  /** Stops the API after it has answered all requests: stopping would cut a connection that it has not accepted yet. */
  async function stopWhenIdle() {
    const completed = [...pendingResponses].map((response) => once(response, 'close'));
    await Promise.race([Promise.all(completed), delay(TIMEOUT_MS, undefined, { ref: false })]);
    if (child) await stopProcess(child, TIMEOUT_MS);
  }

  /** A second restart is ignored while the API is stopping: the new process reads the saved files anyway. */
  function restart() {
    if (restarting !== null || isStopped) return;
    restarting = stopWhenIdle();
    whenSettled = restarting.then(() => {
      restarting = null;
      return isStopped ? undefined : run('The API starts again');
    });
  }

  const plugin: Plugin = {
    name: 'litrooms:dev-api',
    configureServer(server) {
      site = server;
      server.ws.on('connection', showFailure);
      server.middlewares.use((request, response, next) => {
        const respond = () => {
          if (failure === null) {
            if (!request.headers.accept?.includes('text/event-stream')) {
              pendingResponses.add(response);
              response.once('close', () => pendingResponses.delete(response));
            }
            next();
            return;
          }
          response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
          response.end(JSON.stringify({ error: { code: 'unavailable', message: failure } }));
        };
        if (/^\/(?:api|sandbox)\b/.test(request.url ?? '')) void whenSettled.then(respond);
        else next();
      });
    },
  };

  return {
    plugin,
    start(env: NodeJS.ProcessEnv) {
      environment = env;
      whenSettled = run('The API starts');
    },
    restart,
    async stop() {
      isStopped = true;
      if (child) await stopProcess(child, TIMEOUT_MS);
    },
  };
}
