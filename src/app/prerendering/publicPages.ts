import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { PolicyText } from '../../../contract/business.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { joinAddress } from '../../../domain/rooms/addressLine.ts';
import { brand } from '../../../domain/content/brand.ts';
import { type Business, builtBusiness, type ShownBusiness } from '../../../domain/content/business.ts';
import { NO_POLICY_TEXT, type PolicyName } from '../../../domain/content/policyTexts.ts';
import { priceOf } from '../../../domain/money/pricing.ts';
import { roomSlug } from '../../../domain/rooms/roomSlug.ts';
import { postPath, publicPaths, roomPath, type PublicPath } from '../../../domain/content/sitePaths.ts';
import type { InitialData } from '../../../machines/engine/visit.ts';
import { amenityName } from '../../../domain/rooms/roomTexts.ts';

/** A page that search engines list, with its data. */
export interface PublicPage {
  readonly path: string;
  /** The data that the page is prerendered with. */
  readonly initialData: InitialData;
  /** The picture that social networks show for a link to the page. */
  readonly image: string;
  readonly type: 'website' | 'article';
  /** The name of the page's file, without its extension. */
  readonly module: string;
  /** The page's content for search engines, as JSON-LD with schema.org's types. */
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
  streetAddress: joinAddress([location.building_no, location.street_name, location.area_name]),
  addressLocality: location.city,
  postalCode: location.pincode,
  addressCountry: 'IN',
});

const plainPage = (path: PublicPath, origin: string): PublicPage => ({
  path,
  initialData: {},
  image: `${origin}/images/social-card.jpg`,
  type: 'website',
  module: modules[path],
  structuredData: null,
});

/** The content of a page (server/site/pageRenderer.ts). `business` is absent while it is that of the build. */
export interface Content {
  readonly rooms?: readonly Room[];
  readonly blog?: BlogResponse;
  readonly post?: BlogPost;
  readonly policyText?: PolicyText;
  readonly lowestPrice?: number;
  readonly business?: ShownBusiness;
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

/** The data of a policy's page: the text that an owner has saved, or none. */
const policyData = (name: PolicyName, { policyText: data = NO_POLICY_TEXT }: Content): InitialData => ({
  policyText: { key: name, data },
});

/** The pages that list no rooms and no posts. `origin`: the public origin of the site. */
export const staticPages = (origin: string, content: Content = {}): PublicPage[] =>
  publicPaths
    .filter((path) => path !== '/blog' && path !== '/meeting-room' && path !== '/cancellation-policy')
    .map((path) => {
      const page = plainPage(path, origin);
      if (path === '/') {
        const { business = builtBusiness, lowestPrice } = content;
        return {
          ...page,
          initialData: lowestPrice === undefined ? {} : { lowestPrice },
          structuredData: organization(origin, business),
        };
      }
      if (path === '/terms') return { ...page, initialData: policyData('terms', content) };
      if (path === '/privacy') return { ...page, initialData: policyData('privacy', content) };
      return page;
    });

const roomListPage = (rooms: readonly Room[], origin: string): PublicPage => ({
  ...plainPage('/meeting-room', origin),
  initialData: { rooms: { key: 'chennai', data: rooms } },
  structuredData: {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: rooms.map((room, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'MeetingRoom',
        name: room.room_name,
        image: `${origin}${room.images[0]?.image}`,
        maximumAttendeeCapacity: room.room_capacity,
        address: addressOf(room),
        url: `${origin}${roomPath(roomSlug(room, rooms))}`,
      },
    })),
  },
});

function roomPageOf(room: Room, rooms: readonly Room[], origin: string): PublicPage {
  const path = roomPath(roomSlug(room, rooms));
  const id = `${origin}${path}#room`;
  return {
    path,
    initialData: { rooms: { key: 'chennai', data: rooms } },
    image: `${origin}${room.images[0]?.image}`,
    type: 'website',
    module: 'RoomPage',
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'MeetingRoom',
          '@id': id,
          name: room.room_name,
          url: `${origin}${path}`,
          image: room.images.map(({ image }) => `${origin}${image}`),
          maximumAttendeeCapacity: room.room_capacity,
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
            price: (priceOf(Math.round(room.price_per_hour * 100), 2).total / 100).toFixed(2),
            priceCurrency: 'INR',
            unitCode: 'HUR',
            valueAddedTaxIncluded: true,
          },
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Meeting rooms', item: `${origin}/meeting-room` },
            { '@type': 'ListItem', position: 2, name: room.room_name, item: `${origin}${path}` },
          ],
        },
      ],
    },
  };
}

/** The pages with data of rooms: their list, a page for each, and the cancellation policy page, which reads it from a room. */
export const roomPages = (rooms: readonly Room[], origin: string, content: Content = {}): PublicPage[] => [
  roomListPage(rooms, origin),
  {
    ...plainPage('/cancellation-policy', origin),
    initialData: { rooms: { key: 'chennai', data: rooms }, ...policyData('cancellation', content) },
  },
  ...rooms.map((room) => roomPageOf(room, rooms, origin)),
];

export const blogPage = (blog: BlogResponse, origin: string): PublicPage => ({
  ...plainPage('/blog', origin),
  initialData: { blog },
});

export const postPage = (post: BlogPost, origin: string): PublicPage => ({
  path: postPath(post.id),
  initialData: { post: { key: String(post.id), data: post } },
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
