import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';

/* Renders pages beside the server's event loop, with the code that the build renders them with (decision 0069). */

/** The build's renderer (src/prerendering/build.ts), and what it composes documents with. */
interface Given {
  readonly renderer: string;
  readonly template: object;
}
interface Renderer {
  renderDocument(template: object, path: string, content: object): Promise<string>;
}
/** A page to render. */
interface Job {
  readonly nth: number;
  readonly path: string;
  readonly content: object;
}

const { renderer, template } = workerData as Given;
const loaded = import(/* @vite-ignore */ pathToFileURL(renderer).href) as Promise<Renderer>;

async function render(path: string, content: object) {
  const { renderDocument } = await loaded;
  const html = Buffer.from(await renderDocument(template, path, content));
  // The build's strongest setting takes a page a tenth of a second, once.
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  return { html, br, gz };
}

/** Sends an answer to the server's thread, which has no origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (message: object): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ nth, path, content }: Job) => {
  render(path, content).then(
    (document) => answer({ nth, document }),
    (error: unknown) => answer({ nth, error: String(error) }),
  );
});
