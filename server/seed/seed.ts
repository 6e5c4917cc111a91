import type { Database } from '../database/schema.ts';
import { seedAccounts } from './demoAccounts.ts';
import { seedHouseBookings } from './houseBookings.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

async function isEmpty(database: Database, table: 'room' | 'blog_post'): Promise<boolean> {
  return (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Gives an empty database its rooms and posts; with `demo`, also the accounts to try the site with and, at every start,
 * bookings of the house for the days to come. Safe to run again, and by several servers at once.
 * `now`: the server's clock, milliseconds since 1970.
 */
export async function seed(database: Database, { demo, now }: { demo: boolean; now: number }): Promise<void> {
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
  if (demo) {
    await seedAccounts(database);
    await seedHouseBookings(database, now);
  }
}
