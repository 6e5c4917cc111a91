import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';

/** What a page shows. */
export type PageContent =
  { readonly rooms: readonly Room[] } | { readonly blog: BlogResponse } | { readonly post: BlogPost };

/** A rendered document, as it is sent. */
export interface RenderedDocument {
  readonly html: Buffer;
  readonly br: Buffer;
  readonly gz: Buffer;
}

/** How the build prerendered the site. */
export interface Prerendered {
  /** The address that visitors type, without a path. */
  readonly origin: string;
  /** The hash of the data that each changing page was prerendered with, by path. */
  readonly prerendered: Readonly<Record<string, string>>;
}

export interface PageRenderer extends Prerendered {
  /** Renders a page with the code that the build renders it with. Rejects when it cannot be rendered. */
  render(path: string, content: PageContent): Promise<RenderedDocument>;
  close(): Promise<void>;
}

/** How long the worker is kept after its last page, in milliseconds: it takes about 100 MB. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(document: RenderedDocument): void;
  reject(error: Error): void;
}
type Answer = { readonly nth: number } & (
  { readonly document: RenderedDocument } | { readonly error: string }
);

/**
 * Renders pages in a worker thread, so that the event loop goes on. It is started for the first page and ended when none
 * was asked for a while. `root`: the folder that the build left (dist-server/pages).
 */
export function createPageRenderer(root: string): PageRenderer {
  const template = JSON.parse(readFileSync(join(root, 'template.json'), 'utf8')) as Prerendered;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function end(): Promise<unknown> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    return ended?.terminate() ?? Promise.resolve();
  }

  function fail(failed: Worker, error: Error): void {
    if (worker === failed) worker = undefined;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  function start(): Worker {
    const started = new Worker(join(root, '..', 'pageWorker.js'), {
      workerData: { renderer: join(root, 'pages.js'), template },
    });
    started.on('message', ({ nth, ...answer }: Answer) => {
      const asked = waiting.get(nth);
      waiting.delete(nth);
      if ('document' in answer) {
        // Buffers arrive as plain bytes.
        const { html, br, gz } = answer.document;
        asked?.resolve({ html: Buffer.from(html), br: Buffer.from(br), gz: Buffer.from(gz) });
      } else asked?.reject(new Error(answer.error));
      if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the renderer has ended')));
    // A server that stops does not wait for it.
    started.unref();
    return started;
  }

  return {
    ...template,
    render(path, content) {
      clearTimeout(idle);
      worker ??= start();
      count += 1;
      const nth = count;
      const rendered = new Promise<RenderedDocument>((resolve, reject) => {
        waiting.set(nth, { resolve, reject });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ nth, path, content });
      return rendered;
    },
    close: async () => void (await end()),
  };
}
