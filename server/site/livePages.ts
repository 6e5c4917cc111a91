import { createHash } from 'node:crypto';
import type { BlogPost, BlogResponse } from '../../contract/content/blog.ts';
import type { Event } from '../../contract/content/events.ts';
import type { PolicyText } from '../../contract/business.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import type { ShownBusiness } from '../../domain/content/business.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { lowestOf } from '../../domain/money/pricing.ts';
import { lowestPricePerHour } from '../../domain/money/rates.ts';
import { roomBySlug, roomSlug } from '../../domain/rooms/roomSlug.ts';
import { POLICY_NAMES, policyPages, type PolicyName } from '../../domain/content/policyTexts.ts';
import { ranged } from '../../domain/time/apiTimes.ts';
import { openRangeOf } from '../../domain/time/openingHours.ts';
import { eventStructuredData } from '../../domain/content/events.ts';
import {
  eventIdFromPath,
  eventPath,
  isPublicPath,
  postIdFromPath,
  postPath,
  publicPaths,
  roomPath,
  roomSlugFromPath,
} from '../../domain/content/sitePaths.ts';
import { namedRooms } from '../rooms/rooms.ts';
import type { ContentVersion, ReadContentVersion } from '../platform/http/contentVersion.ts';
import type { PageContent, PageRenderer, RenderedDocument, ResourcePage } from './pageRenderer.ts';

/** Loads the content of the pages that change, in the format of the API. */
export interface SiteContent {
  rooms(): Promise<readonly Room[]>;
  blog(): Promise<BlogResponse>;
  post(id: number): Promise<BlogPost | undefined>;
  policyText(name: PolicyName): Promise<PolicyText>;
  /** Null while it is that of the build. */
  business(): Promise<ShownBusiness | null>;
  /** For the sitemap. */
  postIds(): Promise<readonly number[]>;
  /** The coming events. */
  events(): Promise<readonly Event[]>;
  /** Undefined for an event that is not one of the coming ones. */
  event(id: number): Promise<Event | undefined>;
  /** That of the business. */
  address(): Promise<string>;
}

/** A page with the current content: the build's file, or a document that was rendered after the build. */
export type LivePage =
  | { readonly kind: 'file' }
  | { readonly kind: 'document'; readonly document: RenderedDocument; readonly tag: string };

/** In each cache. */
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

/** True for the path of a public page. Each of them names the business, which changes. */
export const isLivePath = (path: string): boolean =>
  isPublicPath(path) ||
  roomSlugFromPath(path) !== null ||
  postIdFromPath(path) !== null ||
  eventIdFromPath(path) !== null;

/** In rupees. */
const lowestPriceOf = ({ price_per_hour, rates, opening_hours }: Room): number =>
  lowestPricePerHour({
    pricePerHour: price_per_hour,
    rates: rates?.map((sent) => {
      const { range, ...rate } = ranged(sent);
      return { ...range, ...rate };
    }),
    openingHours: opening_hours?.map((times) => times && openRangeOf(times)),
  });

/** Whose version decides when a page is rendered again, in addition to the business. */
function contentKindOf(path: string): 'rooms' | 'posts' | 'events' {
  if (path.startsWith('/blog')) return 'posts';
  return path.startsWith('/event-training') ? 'events' : 'rooms';
}

const policyOfPath = new Map<string, PolicyName>(POLICY_NAMES.map((name) => [policyPages[name].path, name]));

/**
 * The public pages whose content changes (decision 0069). Each call first reads the version of the content, so on every server
 * a page has at least the content that was committed before its request. If the content is that of the build, the page is the
 * build's file; otherwise the page is rendered once per version.
 */
export function livePages(contentVersion: ReadContentVersion, content: SiteContent, renderer: PageRenderer) {
  const contentCache = versionedCache<PageContent | null>();
  const businessCache = versionedCache<ShownBusiness | null>();
  const pageCache = versionedCache<LivePage>();
  const sitemapCache = versionedCache<string>();

  /** Loaded once per version. */
  const contentPart = <Part extends keyof PageContent>(
    key: string,
    version: string,
    part: Part,
    load: () => Promise<PageContent[Part] | undefined>,
  ) =>
    contentCache(key, version, async () => {
      const loaded = await load();
      return loaded === undefined ? null : { [part]: loaded };
    });

  const roomsOf = async (version: string): Promise<readonly Room[]> =>
    (await contentPart('rooms', version, 'rooms', () => content.rooms()))?.rooms ?? [];

  /** Without events the page is that of the build. */
  async function comingEventsPage(): Promise<ResourcePage | undefined> {
    const events = await content.events();
    if (events.length === 0) return undefined;
    const data = { comingEvents: { key: 'all', data: events } };
    return { module: 'EventTrainingPage', data, structuredData: null };
  }

  async function eventPageOf(id: number): Promise<ResourcePage | undefined> {
    const [event, address] = await Promise.all([content.event(id), content.address()]);
    return (
      event && {
        module: 'EventPage',
        data: { event: { key: String(id), data: event } },
        structuredData: eventStructuredData(event, renderer.origin, address),
      }
    );
  }

  /** Without the business; null when there is no such page. */
  async function contentOf(path: string, versions: ContentVersion): Promise<PageContent | null> {
    if (path === '/blog') return contentPart(path, versions.posts, 'blog', () => content.blog());
    const postId = postIdFromPath(path);
    if (postId !== null) return contentPart(path, versions.posts, 'post', () => content.post(postId));
    const eventId = eventIdFromPath(path);
    if (eventId !== null) {
      // The structured data of an event has the address of the business.
      const version = `${versions.events} ${versions.business}`;
      return contentPart(path, version, 'page', () => eventPageOf(eventId));
    }
    if (path === '/event-training') {
      return (await contentPart(path, versions.events, 'page', comingEventsPage)) ?? {};
    }
    if (path === '/') {
      const lowestPrice = lowestOf((await roomsOf(versions.rooms)).map(lowestPriceOf));
      return lowestPrice === null ? {} : { lowestPrice };
    }
    const policy = policyOfPath.get(path);
    const slug = roomSlugFromPath(path);
    const text =
      policy && (await contentPart(path, versions.business, 'policyText', () => content.policyText(policy)));
    if (path !== '/meeting-room' && path !== '/cancellation-policy' && slug === null) return text ?? {};
    const rooms = await roomsOf(versions.rooms);
    return slug !== null && !roomBySlug(slug, namedRooms(rooms)) ? null : { rooms, ...text };
  }

  /** A page of this content is rendered and hydrated with it (src/app/prerendering/publicPages.ts). */
  const initialDataOf = (
    path: string,
    { rooms, blog, post, policyText, lowestPrice, page, business }: PageContent,
  ): Readonly<Record<string, unknown>> => ({
    ...(rooms && { rooms: { key: 'chennai', data: rooms } }),
    ...(blog && { blog }),
    ...(post && { post: { key: String(post.id), data: post } }),
    ...(policyText && { policyText: { key: policyOfPath.get(path), data: policyText } }),
    ...(lowestPrice !== undefined && { lowestPrice }),
    ...page?.data,
    ...(business && { business }),
  });

  /** The build's file if it has the same initial data, else a rendered document. */
  async function render(path: string, pageContent: PageContent): Promise<LivePage> {
    const data = initialDataOf(path, pageContent);
    const isBuilt =
      Object.keys(data).length === 0 || renderer.prerendered[path] === hashOf(canonicalJson(data));
    if (isBuilt) return { kind: 'file' };
    const document = await renderer.render(path, pageContent);
    return { kind: 'document', document, tag: `"${hashOf(document.html)}"` };
  }

  return {
    /**
     * The current page at a path for which `isLivePath` is true, or the document FRAME or NOT_FOUND; null when there is none.
     * Rejects when the page cannot be rendered.
     */
    async page(path: string): Promise<LivePage | null> {
      const versions = await contentVersion();
      const businessVersion = versions.business;
      const version = `${versions[contentKindOf(path)]} ${businessVersion}`;
      const found = await contentOf(path, versions);
      if (!found) return null;
      const business = await businessCache('business', businessVersion, () => content.business());
      return pageCache(path, version, () => render(path, business ? { ...found, business } : found));
    },

    /** All rooms, in the format of the API. */
    async rooms(): Promise<readonly Room[]> {
      return roomsOf((await contentVersion()).rooms);
    },

    async sitemapPaths(): Promise<readonly string[]> {
      const versions = await contentVersion();
      const rooms = namedRooms(await roomsOf(versions.rooms));
      const text = await sitemapCache('pages', `${versions.posts} ${versions.events}`, async () =>
        [
          ...(await content.postIds()).map(postPath),
          ...(await content.events()).map(({ id }) => eventPath(id)),
        ].join('\n'),
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
