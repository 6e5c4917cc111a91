import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { PolicyText } from '../../../contract/business.ts';
import type { Room as ApiRoom } from '../../../contract/rooms/rooms.ts';
import { joinAddress } from '../../../domain/rooms/addressLine.ts';
import { brand } from '../../../domain/content/brand.ts';
import { type Business, builtBusiness, type ShownBusiness } from '../../../domain/content/business.ts';
import type { PolicyName } from '../../../domain/content/policyTexts.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { pricesPerHourOf } from '../../../domain/money/rates.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import { roomSlug } from '../../../domain/rooms/roomSlug.ts';
import { postPath, publicPaths, roomPath, type PublicPath } from '../../../domain/content/sitePaths.ts';
import { roomOf } from '../../rooms/effects.ts';
import { NO_TEXT, type PageData, type PageResources } from '../effects/initialData.ts';
import { amenityName } from '../../../domain/rooms/roomTexts.ts';

/** Search engines list the page. */
export interface PublicPage {
  readonly path: string;
  readonly data: PageData;
  /** Social networks show it for a link to the page. */
  readonly image: string;
  readonly type: 'website' | 'article';
  /** A file name without its extension. */
  readonly module: string;
  /** JSON-LD with schema.org's types, for search engines. */
  readonly structuredData: object | null;
}

const modules: Record<PublicPath, string> = {
  '/': 'HomePage',
  '/about-us': 'AboutPage',
  '/blog': 'BlogPage',
  '/meeting-room': 'MeetingRoomPage',
  '/event-training': 'EventTrainingPage',
  '/login': 'LoginPage',
  '/join-us': 'JoinUsPage',
  '/terms': 'TermsPage',
  '/privacy': 'PrivacyPage',
  '/cancellation-policy': 'CancellationPolicyPage',
};

const addressOf = ({ location }: Room) => ({
  '@type': 'PostalAddress',
  streetAddress: joinAddress([location.buildingNo, location.streetName, location.areaName]),
  addressLocality: location.city,
  postalCode: location.pincode,
  addressCountry: 'IN',
});

export const resourcePage = (path: string, page: ResourcePage, origin: string): PublicPage => ({
  path,
  image: `${origin}/images/social-card.jpg`,
  type: 'website',
  ...page,
});

const plainPage = (path: PublicPath, origin: string): PublicPage =>
  resourcePage(path, { module: modules[path], data: {}, structuredData: null }, origin);

/** See server/site/pageRenderer.ts. `business` is absent while it is the business of the build. */
export interface Content {
  readonly rooms?: readonly ApiRoom[];
  readonly blog?: BlogResponse;
  readonly post?: BlogPost;
  readonly policyText?: PolicyText;
  readonly lowestPrice?: number;
  readonly business?: ShownBusiness;
  readonly page?: ResourcePage;
}

/** A page that shows nothing but its resources. */
interface ResourcePage extends Pick<PublicPage, 'module' | 'structuredData'> {
  readonly data: PageResources;
}

const organization = (origin: string, { name, phone, email, address, gstin, social }: Business) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: brand.name,
  legalName: name,
  description: brand.tagline,
  url: `${origin}/`,
  logo: `${origin}/icons/icon-512.png`,
  telephone: phone,
  email,
  address,
  taxID: gstin,
  sameAs: Object.values(social).filter((href) => href !== null),
});

const policyData = (name: PolicyName, { policyText: data = NO_TEXT }: Content): PageData => ({
  policyText: { key: name, data },
});

/** Pages that list no rooms and no posts. `origin`: the public origin of the site. */
export const staticPages = (origin: string, content: Content = {}): PublicPage[] =>
  publicPaths
    .filter((path) => path !== '/blog' && path !== '/meeting-room' && path !== '/cancellation-policy')
    .map((path) => {
      const page = plainPage(path, origin);
      if (path === '/') {
        const { business = builtBusiness, lowestPrice } = content;
        return {
          ...page,
          data: lowestPrice === undefined ? {} : { lowestPrice },
          structuredData: organization(origin, business),
        };
      }
      if (path === '/terms') return { ...page, data: policyData('terms', content) };
      if (path === '/privacy') return { ...page, data: policyData('privacy', content) };
      return page;
    });

const roomListPage = (rooms: readonly Room[], data: PageData, origin: string): PublicPage => ({
  ...plainPage('/meeting-room', origin),
  data,
  structuredData: {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: rooms.map((room, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'MeetingRoom',
        name: room.roomName,
        image: `${origin}${room.images[0]?.image}`,
        maximumAttendeeCapacity: room.roomCapacity,
        address: addressOf(room),
        url: `${origin}${roomPath(roomSlug(room, rooms))}`,
      },
    })),
  },
});

/** A range when the room has rates. */
function pricesWithTax(room: Room): object {
  const prices = pricesPerHourOf(room).map((price) => rupeesAmount(priceOf(price, 2).total));
  const [lowest] = prices;
  return prices.length === 1 ? { price: lowest } : { minPrice: lowest, maxPrice: prices.at(-1) };
}

function roomPageOf(room: Room, rooms: readonly Room[], data: PageData, origin: string): PublicPage {
  const path = roomPath(roomSlug(room, rooms));
  const id = `${origin}${path}#room`;
  return {
    path,
    data,
    image: `${origin}${room.images[0]?.image}`,
    type: 'website',
    module: 'RoomPage',
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'MeetingRoom',
          '@id': id,
          name: room.roomName,
          url: `${origin}${path}`,
          image: room.images.map(({ image }) => `${origin}${image}`),
          ...(room.description !== undefined && { description: room.description }),
          maximumAttendeeCapacity: room.roomCapacity,
          address: addressOf(room),
          amenityFeature: room.amenities.map(({ name }) => ({
            '@type': 'LocationFeatureSpecification',
            name: amenityName(name),
            value: true,
          })),
        },
        {
          '@type': 'Offer',
          itemOffered: { '@id': id },
          seller: { '@type': 'Organization', name: brand.name, url: `${origin}/` },
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            ...pricesWithTax(room),
            priceCurrency: 'INR',
            unitCode: 'HUR',
            valueAddedTaxIncluded: true,
          },
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Meeting rooms', item: `${origin}/meeting-room` },
            { '@type': 'ListItem', position: 2, name: room.roomName, item: `${origin}${path}` },
          ],
        },
      ],
    },
  };
}

/** The list of rooms, a page for each, and the cancellation policy page, which reads the policy from a room. */
export function roomPages(
  sentRooms: readonly ApiRoom[],
  origin: string,
  content: Content = {},
): PublicPage[] {
  const rooms = sentRooms.map(roomOf);
  const data: PageData = { rooms: { key: 'chennai', data: sentRooms } };
  return [
    roomListPage(rooms, data, origin),
    {
      ...plainPage('/cancellation-policy', origin),
      data: { ...data, ...policyData('cancellation', content) },
    },
    ...rooms.map((room) => roomPageOf(room, rooms, data, origin)),
  ];
}

export const blogPage = (blog: BlogResponse, origin: string): PublicPage => ({
  ...plainPage('/blog', origin),
  data: { blog },
});

export const postPage = (post: BlogPost, origin: string): PublicPage => ({
  path: postPath(post.id),
  data: { post: { key: String(post.id), data: post } },
  image: `${origin}${post.image}`,
  type: 'article',
  module: 'PostPage',
  structuredData: {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    image: `${origin}${post.image}`,
    datePublished: post.date,
    author: { '@type': 'Person', name: post.author },
    publisher: { '@type': 'Organization', name: brand.name },
  },
});
