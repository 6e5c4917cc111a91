import { createHash } from 'node:crypto';
import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { roomBySlug, roomSlug } from '../../domain/roomSlug.ts';
import { postIdFromPath, postPath, publicPaths, roomPath, roomSlugFromPath } from '../../domain/sitePaths.ts';
import type { ReadContentVersion } from './contentVersion.ts';
import type { PageContent, PageRenderer, RenderedDocument } from './pageRenderer.ts';

/** The content of the pages that change, as the API sends it. */
export interface SiteContent {
  rooms(): Promise<readonly Room[]>;
  blog(): Promise<BlogResponse>;
  post(id: number): Promise<BlogPost | undefined>;
  /** The ids of all posts, for the sitemap. */
  postIds(): Promise<readonly number[]>;
}

/** A page with its present content: the build's file has it, or a document that was rendered since. */
export type LivePage =
  | { readonly kind: 'file' }
  | { readonly kind: 'document'; readonly document: RenderedDocument; readonly tag: string };

/** The number of documents that are kept. */
const MAX_DOCUMENTS = 500;

/** One value of each key at a time, by version: it is loaded again when its version has changed. */
function versioned<Value>() {
  const values = new Map<string, { readonly version: string; readonly value: Promise<Value> }>();
  return (key: string, version: string, load: () => Promise<Value>): Promise<Value> => {
    const known = values.get(key);
    if (known?.version === version) return known.value;
    const value = load();
    const entry = { version, value };
    values.delete(key);
    const [oldest] = values.keys();
    if (values.size >= MAX_DOCUMENTS && oldest !== undefined) values.delete(oldest);
    values.set(key, entry);
    // A failure is not kept.
    value.catch(() => {
      if (values.get(key) === entry) values.delete(key);
    });
    return value;
  };
}

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

/** The path of a page whose content changes; null for any other. */
export const isLivePath = (path: string): boolean =>
  path === '/meeting-room' ||
  path === '/cancellation-policy' ||
  path === '/blog' ||
  roomSlugFromPath(path) !== null ||
  postIdFromPath(path) !== null;

/**
 * The public pages whose content changes (decision 0069). Each call reads the content's version first, so a page is never
 * older than what was committed before its request, on any server; a page with the data that it was built with is the
 * build's file, any other is rendered once per version.
 */
export function livePages(contentVersion: ReadContentVersion, content: SiteContent, renderer: PageRenderer) {
  const contents = versioned<PageContent | null>();
  const pages = versioned<LivePage>();
  const sitemaps = versioned<string>();

  const roomsOf = (version: string) =>
    contents('rooms', version, async () => ({ rooms: await content.rooms() })) as Promise<{
      rooms: readonly Room[];
    }>;

  /** What the page at a path shows, and that as the page's initial data; null when there is no such page. */
  async function contentOf(path: string, version: string): Promise<[PageContent, object] | null> {
    if (path === '/blog') {
      const shown = (await contents(path, version, async () => ({ blog: await content.blog() }))) as {
        blog: BlogResponse;
      };
      return [shown, shown];
    }
    const postId = postIdFromPath(path);
    if (postId !== null) {
      const shown = await contents(path, version, async () => {
        const post = await content.post(postId);
        return post ? { post } : null;
      });
      return shown && 'post' in shown ? [shown, { post: { key: String(postId), data: shown.post } }] : null;
    }
    const { rooms } = await roomsOf(version);
    const slug = roomSlugFromPath(path);
    if (slug !== null && !roomBySlug(slug, rooms)) return null;
    return [{ rooms }, { rooms: { key: 'chennai', data: rooms } }];
  }

  /** The page as it is now. */
  async function render(path: string, shown: PageContent, data: object): Promise<LivePage> {
    if (renderer.prerendered[path] === hashOf(canonicalJson(data))) return { kind: 'file' };
    const document = await renderer.render(path, shown);
    return { kind: 'document', document, tag: `"${hashOf(document.html)}"` };
  }

  return {
    /** The page at a path for which `isLivePath` is true; null when there is none. Rejects when it cannot be rendered. */
    async page(path: string): Promise<LivePage | null> {
      const versions = await contentVersion();
      const version = path.startsWith('/blog') ? versions.posts : versions.rooms;
      const found = await contentOf(path, version);
      return found && pages(path, version, () => render(path, ...found));
    },

    /** All rooms, as the API sends them. */
    async rooms(): Promise<readonly Room[]> {
      return (await roomsOf((await contentVersion()).rooms)).rooms;
    },

    /** The addresses of all pages that search engines are to read. */
    async sitemapPaths(): Promise<readonly string[]> {
      const versions = await contentVersion();
      const { rooms } = await roomsOf(versions.rooms);
      const text = await sitemaps('posts', versions.posts, async () =>
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
