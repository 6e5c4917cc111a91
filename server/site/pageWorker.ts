import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';

/* A worker thread that renders pages with the same code as the build. */

/** `renderer`: the built module of src/app/prerendering/build.ts. `template`: the template that it renders documents with. */
interface WorkerSettings {
  readonly renderer: string;
  readonly template: object;
}
interface Renderer {
  renderDocument(template: object, path: string, content: object): Promise<string>;
}
interface RenderRequest {
  readonly id: number;
  readonly path: string;
  readonly content: object;
}

const { renderer, template } = workerData as WorkerSettings;
const loaded = import(/* @vite-ignore */ pathToFileURL(renderer).href) as Promise<Renderer>;

async function render(path: string, content: object) {
  const { renderDocument } = await loaded;
  const html = Buffer.from(await renderDocument(template, path, content));
  // The strongest compression takes 0.1 s per page, and each document is compressed only once.
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  return { html, br, gz };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const respond = (message: object): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, path, content }: RenderRequest) => {
  render(path, content).then(
    (document) => respond({ id, document }),
    (error: unknown) => respond({ id, error: String(error) }),
  );
});
