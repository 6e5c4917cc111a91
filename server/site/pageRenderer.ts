import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BlogPost, BlogResponse } from '../../contract/content/blog.ts';
import type { PolicyText } from '../../contract/business.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import type { ShownBusiness } from '../../domain/content/business.ts';
import { SetupError } from '../platform/config/setupError.ts';

/**
 * A page that shows nothing but data of the API, by the flows that show it. The renderer needs no other code for it than the page's
 * module (src/app/prerendering/publicPages.ts).
 */
export interface ResourcePage {
  readonly module: string;
  readonly data: Readonly<Record<string, { readonly key: string; readonly data: unknown }>>;
  /** JSON-LD. */
  readonly structuredData: object | null;
}

/** A page without content of its own has none but the business. */
export interface PageContent {
  readonly rooms?: readonly Room[];
  readonly blog?: BlogResponse;
  readonly post?: BlogPost;
  readonly policyText?: PolicyText;
  /** Of an hour, in rupees. */
  readonly lowestPrice?: number;
  readonly page?: ResourcePage;
  /** Absent while the business is that of the build. */
  readonly business?: ShownBusiness;
}

/** A rendered document, uncompressed and in both compressed encodings. */
export interface RenderedDocument {
  readonly html: Buffer;
  readonly br: Buffer;
  readonly gz: Buffer;
}

/** Data about the prerendered pages of the build. */
export interface Prerendered {
  readonly origin: string;
  /** Hashes of the initial data, by path. */
  readonly prerendered: Readonly<Record<string, string>>;
}

/**
 * Throws a `SetupError` when the site was built for another address: its pages, robots.txt and sitemap would name that one.
 * `publicOrigin`: PUBLIC_ORIGIN.
 */
export function checkBuiltOrigin({ origin }: Pick<Prerendered, 'origin'>, publicOrigin: string): void {
  if (origin === publicOrigin) return;
  throw new SetupError(
    `The site was built for ${origin}, and PUBLIC_ORIGIN is ${publicOrigin}. ` +
      `Build it again with PUBLIC_ORIGIN=${publicOrigin} (npm run build).`,
  );
}

export interface PageRenderer extends Prerendered {
  /** Renders a page with the same code as the build. Rejects when the page cannot be rendered. */
  render(path: string, content: PageContent): Promise<RenderedDocument>;
  close(): Promise<void>;
}

/** How long an idle worker is kept, in milliseconds. It uses about 100 MB of memory. */
const IDLE_MS = 60_000;

interface PendingRender {
  resolve(document: RenderedDocument): void;
  reject(error: Error): void;
}
type WorkerResponse = { readonly id: number } & (
  | { readonly document: RenderedDocument }
  | { readonly error: string }
);

/**
 * Creates a renderer that renders pages in a worker thread, so that the event loop is not blocked. The worker is started for
 * the first page and stopped when it is idle. `root`: the folder of the built renderer (dist-server/pages).
 */
export function createPageRenderer(root: string): PageRenderer {
  const template = JSON.parse(readFileSync(join(root, 'template.json'), 'utf8')) as Prerendered;
  const pending = new Map<number, PendingRender>();
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function stopWorker(): Promise<unknown> {
    clearTimeout(idleTimer);
    const ended = worker;
    worker = undefined;
    return ended?.terminate() ?? Promise.resolve();
  }

  function rejectPending(failed: Worker, error: Error): void {
    if (worker === failed) worker = undefined;
    const renders = [...pending.values()];
    pending.clear();
    for (const { reject } of renders) reject(error);
  }

  function startWorker(): Worker {
    const started = new Worker(join(root, '..', 'pageWorker.js'), {
      workerData: { renderer: join(root, 'pages.js'), template },
    });
    started.on('message', ({ id, ...response }: WorkerResponse) => {
      const request = pending.get(id);
      pending.delete(id);
      if ('document' in response) {
        // The structured clone turns a Buffer into a Uint8Array.
        const { html, br, gz } = response.document;
        request?.resolve({ html: Buffer.from(html), br: Buffer.from(br), gz: Buffer.from(gz) });
      } else request?.reject(new Error(response.error));
      if (pending.size === 0) idleTimer = setTimeout(() => void stopWorker(), IDLE_MS).unref();
    });
    started.on('error', (error) => rejectPending(started, error));
    started.on('exit', () => rejectPending(started, new Error('the renderer has ended')));
    // The worker must not keep a stopping server running.
    started.unref();
    return started;
  }

  return {
    ...template,
    render(path, content) {
      clearTimeout(idleTimer);
      worker ??= startWorker();
      lastId += 1;
      const id = lastId;
      const rendered = new Promise<RenderedDocument>((resolve, reject) => {
        pending.set(id, { resolve, reject });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ id, path, content });
      return rendered;
    },
    close: async () => void (await stopWorker()),
  };
}
