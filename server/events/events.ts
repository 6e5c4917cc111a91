import type { Database } from '../database/schema.ts';

export const EVENTS_PER_PAGE = 10;

const eventsOf = (database: Database, category: string | undefined) => {
  const events = database.selectFrom('event');
  return category === undefined || category === '' ? events : events.where('category', '=', category);
};

/** How many events a category has; all events without one. */
export async function countEvents(database: Database, category: string | undefined): Promise<number> {
  const { count } = await eventsOf(database, category)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of a category's events, newest first; pages count from 1. */
export const eventsOnPage = (
  database: Database,
  category: string | undefined,
  page: number,
): Promise<{ id: number }[]> =>
  eventsOf(database, category)
    .select('id')
    .orderBy('id', 'desc')
    .limit(EVENTS_PER_PAGE)
    .offset((page - 1) * EVENTS_PER_PAGE)
    .execute();
