import { sql } from 'kysely';
import { dateAt, yearAt } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { batch } from '../database/batch.ts';
import type { Reads } from '../database/reads.ts';

/** Equal versions mean equal content of the public pages. */
export interface ContentVersion {
  readonly rooms: string;
  readonly posts: string;
  /** The coming events, which are others each day. */
  readonly events: string;
  /** Details and texts of the business, and the year of the copyright line. */
  readonly business: string;
}

/**
 * Reads the version that is committed at the time of the call, or slightly before when it is read from a
 * standby. The content is read afterwards and from the primary, so it is never older than the version.
 */
export type ReadContentVersion = () => Promise<ContentVersion>;

/** A call waits this long for its statement; shorter than the deadline of a request. */
const MAX_WAIT_MS = 4_000;

/**
 * Creates the reader of the content's version. A version consists of the number of changes of the rooms, the posts, the
 * events or the business, and of the latest price, policy and post whose time has come. Concurrent calls share a statement, but a call never
 * gets the result of a statement that began before it.
 */
export function contentVersionReader(reads: Reads, now: () => EpochMs): ReadContentVersion {
  const load = async (): Promise<ContentVersion> => {
    const time = now();
    const statement = sql<{
      rooms: number;
      price: string;
      policy: string;
      posts: number;
      post: string;
      events: number;
      business: number;
    }>`
      select coalesce((select version from content_version where name = 'rooms'), 0) as rooms,
        coalesce(greatest(
          (select max(from_day) from room_price where from_day <= ${dateAt(time)}::date),
          (select max(from_day) from room_rates where from_day <= ${dateAt(time)}::date))::text, '') as price,
        coalesce((select max(from_day)::text from cancellation_policy where from_day <= ${dateAt(time)}::date), '') as policy,
        coalesce((select version from content_version where name = 'posts'), 0) as posts,
        coalesce((select version from content_version where name = 'events'), 0) as events,
        coalesce((select version from content_version where name = 'business'), 0) as business,
        coalesce((select max(publish_at)::text from blog_post where publish_at <= ${new Date(time)}), '') as post`;
    const { rows } = await reads.read((source) => statement.execute(source));
    const [found] = rows;
    return {
      rooms: `${found?.rooms} ${found?.price} ${found?.policy}`,
      posts: `${found?.posts} ${found?.post}`,
      events: `${found?.events} ${dateAt(time)}`,
      business: `${found?.business} ${yearAt(time)}`,
    };
  };
  const read = batch<null, ContentVersion>(
    async (calls) => {
      const version = await load();
      return calls.map(() => version);
    },
    { concurrency: 1, maxWaitMs: MAX_WAIT_MS },
  );
  return () => read(null);
}
