import { sql, type Selectable } from 'kysely';
import type { Event } from '../../../contract/content/events.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import type { Database, EventTable } from '../../platform/database/schema.ts';

export const EVENTS_PER_PAGE = 10;

type StoredEvent = Selectable<EventTable>;

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

/** An event as the API returns it. */
export const eventResponse = ({
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

const MAX_COMING = 100;

/** Those whose day is not over, and those without a day. `today`: an IST date. */
const coming = (database: Database, today: string) =>
  database
    .selectFrom('event')
    .select(eventColumns)
    .where(({ eb, or }) => or([eb('day', 'is', null), eb('day', '>=', today)]));

/** The events that the site shows: the next one first, and those without a day last. `today`: an IST date. */
export const comingEvents = async (database: Database, today: string): Promise<Event[]> =>
  (
    await coming(database, today)
      .orderBy(sql`day asc nulls last`)
      .orderBy('start_slot')
      .orderBy('id')
      .limit(MAX_COMING)
      .execute()
  ).map(eventResponse);

/** Undefined for an unknown event, and for one that is over. `today`: an IST date. */
export async function comingEvent(database: Database, id: number, today: string): Promise<Event | undefined> {
  const found = await coming(database, today).where('id', '=', id).executeTakeFirst();
  return found && eventResponse(found);
}

/** Ignores case. All events without a category. */
const eventsOf = (database: Database, category: string | undefined) => {
  const events = database.selectFrom('event');
  return category === undefined || category === ''
    ? events
    : events.where(({ fn }) => fn<string>('lower', ['category']), '=', category.toLowerCase());
};

/** All events without a category. */
export async function countEvents(database: Database, category: string | undefined): Promise<number> {
  const { count } = await eventsOf(database, category)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of the events of a category, latest day first; pages count from 1. */
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
  ).map(eventResponse);
