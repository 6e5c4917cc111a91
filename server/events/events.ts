import { sql, type Selectable } from 'kysely';
import type { Event } from '../../contract/events.ts';
import { slotTime } from '../../domain/slots.ts';
import type { Database, EventTable } from '../database/schema.ts';

export const EVENTS_PER_PAGE = 10;

type StoredEvent = Selectable<EventTable>;

/** The columns of an event that everybody may read. */
export const eventColumns = [
  'id',
  'category',
  'title',
  'day',
  'start_slot',
  'end_slot',
  'place',
  'summary',
] as const satisfies readonly (keyof StoredEvent)[];

/** An event in the API. */
export const eventAnswer = ({
  day,
  start_slot,
  end_slot,
  ...event
}: Pick<StoredEvent, (typeof eventColumns)[number]>): Event => ({
  ...event,
  date: day,
  start_time: start_slot === null ? null : slotTime(start_slot),
  end_time: end_slot === null ? null : slotTime(end_slot),
});

/** The events of a category, in any case of its letters; all of them without one. */
const eventsOf = (database: Database, category: string | undefined) => {
  const events = database.selectFrom('event');
  return category === undefined || category === ''
    ? events
    : events.where(({ fn }) => fn<string>('lower', ['category']), '=', category.toLowerCase());
};

/** How many events a category has; all events without one. */
export async function countEvents(database: Database, category: string | undefined): Promise<number> {
  const { count } = await eventsOf(database, category)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of a category's events, the latest day first; pages count from 1. */
export const eventsOnPage = async (
  database: Database,
  category: string | undefined,
  page: number,
): Promise<Event[]> =>
  (
    await eventsOf(database, category)
      .select(eventColumns)
      .orderBy(sql`day desc nulls last`)
      .orderBy('id', 'desc')
      .limit(EVENTS_PER_PAGE)
      .offset((page - 1) * EVENTS_PER_PAGE)
      .execute()
  ).map(eventAnswer);
