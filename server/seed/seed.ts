import type { Database } from '../database/schema.ts';
import { revokeDemoRoles, seedAccounts } from './demoAccounts.ts';
import { seedDemoBookings } from './demoBookings.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

const NO_ROOMS_NOTICE =
  'The database has no rooms, so nothing can be booked yet. Add rooms at /desk?view=rooms (see docs/runbook.md). To try the site, start with SEED_DEMO=1, which adds invented rooms, posts, and accounts with published passwords.';

async function isEmpty(database: Database, table: 'room' | 'blog_post'): Promise<boolean> {
  return (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Adds the demo rooms and posts to an empty database. Several servers may run it at the same time. */
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
 * With `demo`, adds demo rooms and posts to an empty database and, at every start, missing demo accounts and demo bookings for the
 * coming days. Without it, adds nothing, because invented rooms must not be sold in production. In production, demo accounts lose
 * their roles. Returns a notice for the operator when there are no rooms, else null. `now`: the server's clock, milliseconds since
 * 1970.
 */
export async function seed(
  database: Database,
  { demo, production = false, now }: { demo: boolean; production?: boolean; now: number },
): Promise<string | null> {
  if (production) await revokeDemoRoles(database, now);
  if (demo) {
    await seedRoomsAndPosts(database);
    await seedAccounts(database, now, production);
    await seedDemoBookings(database, now);
  }
  return (await isEmpty(database, 'room')) ? NO_ROOMS_NOTICE : null;
}
