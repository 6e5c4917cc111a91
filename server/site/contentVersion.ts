import { sql } from 'kysely';
import { dateAt } from '../../domain/calendar.ts';
import { batch } from '../database/batch.ts';
import type { Reads } from '../database/reads.ts';

/** Names what public pages show: two equal ones mean the same content. */
export interface ContentVersion {
  readonly rooms: string;
  readonly posts: string;
}

/**
 * Reads the version that is committed when it is called (decision 0069), or a moment before where a standby is read. What has
 * the version is then read from the primary, so that it is never older.
 */
export type ReadContentVersion = () => Promise<ContentVersion>;

/** How long a call waits for its statement, in milliseconds; shorter than the deadline of a request. */
const LONGEST_WAIT_MS = 4_000;

/**
 * The reader of the content's version: how often rooms and posts were changed, which price and which policy
 * that were set before have come into force, and which post's time has come. Concurrent calls share a statement, and none gets the result of one that
 * began before it.
 * `now`: the server's clock, milliseconds since 1970.
 */
export function contentVersionReader(reads: Reads, now: () => number): ReadContentVersion {
  const load = async (): Promise<ContentVersion> => {
    const time = now();
    const statement = sql<{ rooms: number; price: string; policy: string; posts: number; post: string }>`
      select coalesce((select version from content_version where name = 'rooms'), 0) as rooms,
        coalesce((select max(from_day)::text from room_price where from_day <= ${dateAt(time)}::date), '') as price,
        coalesce((select max(from_day)::text from cancellation_policy where from_day <= ${dateAt(time)}::date), '') as policy,
        coalesce((select version from content_version where name = 'posts'), 0) as posts,
        coalesce((select max(publish_at)::text from blog_post where publish_at <= ${new Date(time)}), '') as post`;
    const { rows } = await reads.read((source) => statement.execute(source));
    const [found] = rows;
    return {
      rooms: `${found?.rooms} ${found?.price} ${found?.policy}`,
      posts: `${found?.posts} ${found?.post}`,
    };
  };
  const read = batch<null, ContentVersion>(
    async (calls) => {
      const version = await load();
      return calls.map(() => version);
    },
    { concurrency: 1, maxWaitMs: LONGEST_WAIT_MS },
  );
  return () => read(null);
}
