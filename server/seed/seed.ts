import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  replacePublishedPasswords,
  revokeDemoRoles,
  seedAccounts,
  type NewPassword,
} from './demoAccounts.ts';
import { addDemoBooker, hasDemoBooker, seedDemoBookings } from './demoBookings.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

const NO_ROOMS_NOTICE =
  'The database has no rooms, so nothing can be booked yet. Add rooms at /desk?view=rooms (see docs/runbook.md). To try the site, start with SEED_DEMO=1, which adds invented rooms, posts and accounts.';

const OTHER_ROOMS_NOTICE =
  'The database has rooms that are not from the demo, so no demo rooms, posts, accounts or bookings were added.';

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
 * With `demo`, adds demo rooms and posts to a database without rooms and, at every later start, missing demo accounts and demo
 * bookings for the coming days. Adds nothing without `demo`, because invented rooms must not be sold in production, and nothing to
 * a database that has rooms but no demo, because the passwords of demo accounts are published. In production, demo accounts lose
 * their roles and get random passwords. `isDemo`: whether the database has the demo; `notice`: a text for the operator, or null;
 * `passwords`: the random passwords that this call has set, which are not stored.
 */
export async function seed(
  database: Database,
  { demo, production = false, now }: { demo: boolean; production?: boolean; now: EpochMs },
): Promise<{ isDemo: boolean; notice: string | null; passwords: readonly NewPassword[] }> {
  if (production) await revokeDemoRoles(database, now);
  const replaced = production ? await replacePublishedPasswords(database, now) : [];
  if (!demo) {
    const notice = (await isEmpty(database, 'room')) ? NO_ROOMS_NOTICE : null;
    return { isDemo: false, notice, passwords: replaced };
  }
  // Another server may add the demo at the same time: it adds this account before the rooms.
  const isDemo = (await isEmpty(database, 'room')) || (await hasDemoBooker(database));
  if (!isDemo) return { isDemo, notice: OTHER_ROOMS_NOTICE, passwords: replaced };
  await addDemoBooker(database);
  await seedRoomsAndPosts(database);
  const added = await seedAccounts(database, now, production);
  await seedDemoBookings(database, now);
  return { isDemo, notice: null, passwords: [...replaced, ...added] };
}
