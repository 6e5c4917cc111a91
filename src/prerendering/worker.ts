import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { composeDocument, type Template } from './document.ts';
import { blogPage, postPage, type PublicPage, roomPages } from './publicPages.ts';
import { renderPage } from './renderPage.tsx';

/* Renders pages beside the server's event loop, with the code that the build renders them with (decision 0069). */

type Content =
  { readonly rooms: readonly Room[] } | { readonly blog: BlogResponse } | { readonly post: BlogPost };

/** A page to render: its path, and the content that it shows. */
interface Job {
  readonly nth: number;
  readonly path: string;
  readonly content: Content;
}

const template = workerData as Template;

function pageOf(path: string, content: Content): PublicPage {
  const pages =
    'rooms' in content
      ? roomPages(content.rooms, template.origin)
      : 'blog' in content
        ? [blogPage(content.blog, template.origin)]
        : [postPage(content.post, template.origin)];
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`this content has no page ${path}`);
  return page;
}

async function render(path: string, content: Content) {
  const page = pageOf(path, content);
  const html = composeDocument(template, path, await renderPage(path, page.initialData), page);
  const bytes = Buffer.from(html);
  // The build's strongest setting takes this page a tenth of a second, once.
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return { html: bytes, br, gz };
}

parentPort?.on('message', ({ nth, path, content }: Job) => {
  render(path, content).then(
    (document) => parentPort?.postMessage({ nth, document }),
    (error: unknown) => parentPort?.postMessage({ nth, error: String(error) }),
  );
});
