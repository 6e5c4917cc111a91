import { dateAt } from '../../domain/calendar.ts';
import { blogPageOf, postById, postIds } from '../blog/posts.ts';
import type { Database } from '../database/schema.ts';
import { roomResponse, roomsInCity } from '../rooms/rooms.ts';
import type { SiteContent } from './livePages.ts';

/** Loads the content of the public pages from the database. `now`: the server's clock, milliseconds since 1970. */
export const siteContent = (database: Database, now: () => number): SiteContent => ({
  rooms: async () => (await roomsInCity(database, 'chennai', dateAt(now()))).map(roomResponse),
  blog: () => blogPageOf(database, 1, now()),
  post: (id) => postById(database, id, now()),
  postIds: () => postIds(database, now()),
});
