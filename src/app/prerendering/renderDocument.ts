import { FRAME, NOT_FOUND } from '../../../domain/content/sitePaths.ts';
import { composeDocument, type Template } from './document.ts';
import type { PageData } from '../effects/initialData.ts';
import {
  blogPage,
  type Content,
  postPage,
  type PublicPage,
  resourcePage,
  roomPages,
  staticPages,
} from './publicPages.ts';
import { renderFrame, renderPage } from './renderPage.tsx';

function pageOf(path: string, content: Content, origin: string): PublicPage {
  if (content.page) return resourcePage(path, content.page, origin);
  const pages = content.rooms
    ? roomPages(content.rooms, origin, content)
    : content.blog
      ? [blogPage(content.blog, origin)]
      : content.post
        ? [postPage(content.post, origin)]
        : staticPages(origin, content);
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`this content has no page ${path}`);
  return page;
}

/**
 * Renders the document of a page whose content has changed since the build (server/site/pageWorker.ts); `path` may also be the name
 * of the frame or of the not-found page. Throws if the content has no page at `path`.
 */
export async function renderDocument(template: Template, path: string, content: Content): Promise<string> {
  const { business } = content;
  const shared: PageData = business ? { business } : {};
  if (path === FRAME) return composeDocument(template, path, await renderFrame(shared), { data: shared });
  if (path === NOT_FOUND) {
    const rendered = await renderPage(`/${path}`, shared);
    return composeDocument(template, path, rendered, { data: shared }, 'NotFoundPage');
  }
  const page = pageOf(path, content, template.origin);
  const data = { ...page.data, ...shared };
  return composeDocument(template, path, await renderPage(path, data), { ...page, data });
}
