import { sql } from 'kysely';
import type { DeskEvent, RemoveEventRequest, SaveEventRequest } from '../../contract/deskEvents.ts';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/slots.ts';
import { ApiError } from '../apiError.ts';
import type { Database, Tx } from '../database/schema.ts';
import { eventAnswer, eventColumns } from '../events/events.ts';
import { difference } from './difference.ts';
import { staleEdit } from './staleEdit.ts';
import type { AuditedChange, Changed } from './staffChange.ts';

/** The id of an event, and the version that it has now. */
interface EventVersion {
  readonly id: number;
  readonly version: number;
}

/** All events, the latest day first. */
export const deskEvents = async (database: Database): Promise<DeskEvent[]> =>
  (
    await database
      .selectFrom('event')
      .select([...eventColumns, 'version'])
      .orderBy(sql`day desc nulls last`)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ version, ...event }) => ({ ...eventAnswer(event), version }));

/** An event, locked until the transaction ends. Refuses with 404, and with 409 when its version is not the edited one. */
async function lockEvent(tx: Tx, id: number, version: number) {
  const event = await tx
    .selectFrom('event')
    .select([...eventColumns, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw new ApiError('not-found', 'There is no such event');
  const { version: present, id: _id, ...fields } = event;
  if (present !== version) throw await staleEdit(tx, 'event', String(id), version);
  return fields;
}

const eventChange = (
  action: string,
  id: number,
  was: object | null,
  became: object | null,
  reason?: string,
): AuditedChange => ({
  action,
  subject: 'event',
  subjectId: String(id),
  was,
  became,
  reason,
});

/** The category as it is written already, in any case of its letters, so that one category is not listed twice. */
async function knownCategory(tx: Tx, category: string): Promise<string> {
  const known = await tx
    .selectFrom('event')
    .select('category')
    .where(({ fn }) => fn<string>('lower', ['category']), '=', category.toLowerCase())
    .orderBy('id')
    .executeTakeFirst();
  return known?.category ?? category;
}

/** Adds an event, or changes one. Refuses with 404, and with 409 what was changed meanwhile. */
export async function saveEvent(
  tx: Tx,
  { id, version, title, category, day, start_time, end_time, place = '', summary = '' }: SaveEventRequest,
): Promise<Changed<EventVersion>> {
  const fields = {
    category: await knownCategory(tx, category),
    title,
    day,
    start_slot: parseSlotTime(start_time) ?? 0,
    // Midnight at the end of the day.
    end_slot: parseSlotTime(end_time) || SLOTS_PER_DAY,
    place,
    summary,
  };
  if (id === null) {
    const added = await tx.insertInto('event').values(fields).returning('id').executeTakeFirstOrThrow();
    const event = { id: added.id, version: 1 };
    return {
      result: event,
      changes: [eventChange('event added', event.id, null, { ...fields, version: 1 })],
    };
  }
  const before = await lockEvent(tx, id, version);
  // A category may be written in another way by its only event.
  const changed = difference(
    before,
    before.category.toLowerCase() === category.toLowerCase() ? { ...fields, category } : fields,
  );
  if (!changed) return { result: { id, version }, changes: [] };
  const event = { id, version: version + 1 };
  await tx
    .updateTable('event')
    .set({ ...changed.became, version: event.version })
    .where('id', '=', id)
    .execute();
  const became = { ...changed.became, version: event.version };
  return { result: event, changes: [eventChange('event changed', id, changed.was, became)] };
}

/** Removes an event. Refuses with 404, and with 409 what was changed meanwhile. */
export async function removeEvent(
  tx: Tx,
  { id, version, reason }: RemoveEventRequest,
): Promise<Changed<null>> {
  const before = await lockEvent(tx, id, version);
  await tx.deleteFrom('event').where('id', '=', id).execute();
  return { result: null, changes: [eventChange('event removed', id, before, null, reason)] };
}
