import type { Database } from '../database/schema.ts';
import { seedAccounts } from './demoAccounts.ts';
import { seedDemoBookings } from './demoBookings.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

/** Accounts come with the demo's rooms, so SEED_DEMO is no way to fill a database that is meant to stay. */
const NO_ROOMS =
  'The database has no rooms, so nothing can be booked yet: add them with SQL as docs/runbook.md shows, or, to try the site, start with SEED_DEMO=1 for invented rooms, posts and accounts with published passwords.';

async function isEmpty(database: Database, table: 'room' | 'blog_post'): Promise<boolean> {
  return (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Gives the demo's rooms and posts to a database that has none. Safe to run again, and by several servers at once. */
export async function seedRoomsAndPosts(database: Database): Promise<void> {
  if (await isEmpty(database, 'room')) {
    await database
      .insertInto('room')
      .values([...seedRooms])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (seedPosts.length > 0 && (await isEmpty(database, 'blog_post'))) {
    await database
      .insertInto('blog_post')
      .values([...seedPosts])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * With `demo`, gives an empty database the demo's rooms and posts, the accounts to try the site with and, at every start,
 * bookings of the house for the days to come. Without, adds nothing: invented rooms must not be on sale in production.
 * The answer is what an operator has to do before anything can be booked, in a sentence; null when there are rooms.
 * `now`: the server's clock, milliseconds since 1970.
 */
export async function seed(
  database: Database,
  { demo, now }: { demo: boolean; now: number },
): Promise<string | null> {
  if (demo) {
    await seedRoomsAndPosts(database);
    await seedAccounts(database);
    await seedDemoBookings(database, now);
  }
  return (await isEmpty(database, 'room')) ? NO_ROOMS : null;
}
