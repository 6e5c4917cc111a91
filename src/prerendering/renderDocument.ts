import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { composeDocument, type Template } from './document.ts';
import { blogPage, postPage, type PublicPage, roomPages } from './publicPages.ts';
import { renderPage } from './renderPage.tsx';

/** The data of a page that is rendered again. */
type Content =
  | { readonly rooms: readonly Room[] }
  | { readonly blog: BlogResponse }
  | { readonly post: BlogPost };

function pageOf(path: string, content: Content, origin: string): PublicPage {
  const pages =
    'rooms' in content
      ? roomPages(content.rooms, origin)
      : 'blog' in content
        ? [blogPage(content.blog, origin)]
        : [postPage(content.post, origin)];
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`this content has no page ${path}`);
  return page;
}

/**
 * Renders the document of a page whose content has changed since the build (server/site/pageWorker.ts). Throws if the content
 * has no page at `path`.
 */
export async function renderDocument(template: Template, path: string, content: Content): Promise<string> {
  const page = pageOf(path, content, template.origin);
  return composeDocument(template, path, await renderPage(path, page.initialData), page);
}
