import { builtBusiness, type Business } from '../../domain/content/business.ts';
import { dateAt, yearAt } from '../../domain/time/calendar.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { currentBusiness, policyText } from '../content/business/business.ts';
import { comingEvent, comingEvents } from '../content/events/events.ts';
import { blogPageOf, postById, postIds } from '../content/blog/posts.ts';
import type { Database } from '../platform/database/schema.ts';
import { roomResponse, roomsInCity } from '../rooms/rooms.ts';
import type { SiteContent } from './livePages.ts';

/** Loads the content of the public pages from the database.
 * `configured`: the business of the environment. */
export const siteContent = (database: Database, now: () => EpochMs, configured: Business): SiteContent => ({
  rooms: async () => (await roomsInCity(database, 'chennai', dateAt(now()))).map(roomResponse),
  blog: () => blogPageOf(database, 1, now()),
  post: (id) => postById(database, id, now()),
  policyText: (name) => policyText(database, name),
  async business() {
    const business = await currentBusiness(database, configured);
    const { year: _year, ...built } = builtBusiness;
    return canonicalJson(business) === canonicalJson(built) ? null : { ...business, year: yearAt(now()) };
  },
  postIds: () => postIds(database, now()),
  events: () => comingEvents(database, dateAt(now())),
  event: (id) => comingEvent(database, id, dateAt(now())),
  address: async () => (await currentBusiness(database, configured)).address,
});
