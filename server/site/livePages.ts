import { createHash } from 'node:crypto';
import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { roomBySlug, roomSlug } from '../../domain/roomSlug.ts';
import { postIdFromPath, postPath, publicPaths, roomPath, roomSlugFromPath } from '../../domain/sitePaths.ts';
import type { ReadContentVersion } from './contentVersion.ts';
import type { PageContent, PageRenderer, RenderedDocument } from './pageRenderer.ts';

/** Loads the content of the pages that change, in the format of the API. */
export interface SiteContent {
  rooms(): Promise<readonly Room[]>;
  blog(): Promise<BlogResponse>;
  post(id: number): Promise<BlogPost | undefined>;
  /** The ids of all posts, for the sitemap. */
  postIds(): Promise<readonly number[]>;
}

/** A page with the current content: the build's file, or a document that was rendered after the build. */
export type LivePage =
  | { readonly kind: 'file' }
  | { readonly kind: 'document'; readonly document: RenderedDocument; readonly tag: string };

/** The maximum number of entries in each cache. */
const MAX_DOCUMENTS = 500;

/** A cache with one value per key, which is loaded again when the version has changed. */
function versionedCache<Value>() {
  const values = new Map<string, { readonly version: string; readonly value: Promise<Value> }>();
  return (key: string, version: string, load: () => Promise<Value>): Promise<Value> => {
    const existing = values.get(key);
    if (existing?.version === version) return existing.value;
    const value = load();
    const entry = { version, value };
    values.delete(key);
    const [oldest] = values.keys();
    if (values.size >= MAX_DOCUMENTS && oldest !== undefined) values.delete(oldest);
    values.set(key, entry);
    // A rejected value is not cached.
    value.catch(() => {
      if (values.get(key) === entry) values.delete(key);
    });
    return value;
  };
}

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

/** True for the path of a page whose content changes. */
export const isLivePath = (path: string): boolean =>
  path === '/meeting-room' ||
  path === '/cancellation-policy' ||
  path === '/blog' ||
  roomSlugFromPath(path) !== null ||
  postIdFromPath(path) !== null;

/**
 * The public pages whose content changes (decision 0069). Each call first reads the version of the content, so on every server
 * a page has at least the content that was committed before its request. If the content is that of the build, the page is the
 * build's file; otherwise the page is rendered once per version.
 */
export function livePages(contentVersion: ReadContentVersion, content: SiteContent, renderer: PageRenderer) {
  const contentCache = versionedCache<PageContent | null>();
  const pageCache = versionedCache<LivePage>();
  const sitemapCache = versionedCache<string>();

  const roomsOf = (version: string) =>
    contentCache('rooms', version, async () => ({ rooms: await content.rooms() })) as Promise<{
      rooms: readonly Room[];
    }>;

  /** The content of the page at a path, and the same content as the page's initial data; null when there is no such page. */
  async function contentOf(path: string, version: string): Promise<[PageContent, object] | null> {
    if (path === '/blog') {
      const page = (await contentCache(path, version, async () => ({ blog: await content.blog() }))) as {
        blog: BlogResponse;
      };
      return [page, page];
    }
    const postId = postIdFromPath(path);
    if (postId !== null) {
      const page = await contentCache(path, version, async () => {
        const post = await content.post(postId);
        return post ? { post } : null;
      });
      return page && 'post' in page ? [page, { post: { key: String(postId), data: page.post } }] : null;
    }
    const { rooms } = await roomsOf(version);
    const slug = roomSlugFromPath(path);
    if (slug !== null && !roomBySlug(slug, rooms)) return null;
    return [{ rooms }, { rooms: { key: 'chennai', data: rooms } }];
  }

  /** The page with this content: the build's file if it has the same initial data, else a rendered document. */
  async function render(path: string, pageContent: PageContent, data: object): Promise<LivePage> {
    if (renderer.prerendered[path] === hashOf(canonicalJson(data))) return { kind: 'file' };
    const document = await renderer.render(path, pageContent);
    return { kind: 'document', document, tag: `"${hashOf(document.html)}"` };
  }

  return {
    /**
     * The current page at a path for which `isLivePath` is true; null when there is none. Rejects when the page cannot be
     * rendered.
     */
    async page(path: string): Promise<LivePage | null> {
      const versions = await contentVersion();
      const version = path.startsWith('/blog') ? versions.posts : versions.rooms;
      const found = await contentOf(path, version);
      return found && pageCache(path, version, () => render(path, ...found));
    },

    /** All rooms, in the format of the API. */
    async rooms(): Promise<readonly Room[]> {
      return (await roomsOf((await contentVersion()).rooms)).rooms;
    },

    /** The paths of all pages for the sitemap. */
    async sitemapPaths(): Promise<readonly string[]> {
      const versions = await contentVersion();
      const { rooms } = await roomsOf(versions.rooms);
      const text = await sitemapCache('posts', versions.posts, async () =>
        (await content.postIds()).map(postPath).join('\n'),
      );
      return [
        ...publicPaths,
        ...rooms.map((room) => roomPath(roomSlug(room, rooms))),
        ...text.split('\n').filter(Boolean),
      ];
    },
    origin: renderer.origin,
  };
}

export type LivePages = ReturnType<typeof livePages>;
