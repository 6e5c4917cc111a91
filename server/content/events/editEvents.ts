import { sql } from 'kysely';
import type { DeskEvent, RemoveEventRequest, SaveEventRequest } from '../../../contract/desk/events.ts';
import { parseSlotTime, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { eventResponse, eventColumns } from './events.ts';
import { changedFields } from '../../audit/changedFields.ts';
import { staleEditError } from '../../audit/staleEdit.ts';
import type { AuditedChange, AuditedResult } from '../../audit/staffChange.ts';

interface EventVersion {
  readonly id: number;
  readonly version: number;
}

/** All events, latest day first. */
export const deskEvents = async (database: Database): Promise<DeskEvent[]> =>
  (
    await database
      .selectFrom('event')
      .select([...eventColumns, 'version'])
      .orderBy(sql`day desc nulls last`)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ version, ...event }) => ({ ...eventResponse(event), version }));

/**
 * Reads the fields of an event and locks it until the transaction ends. Throws 404 for an unknown event, and 409 when the event no
 * longer has the edited version.
 */
async function lockEvent(tx: Tx, id: number, version: number) {
  const event = await tx
    .selectFrom('event')
    .select([...eventColumns, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw new ApiError('not-found', 'There is no such event');
  const { version: currentVersion, id: _id, ...fields } = event;
  if (currentVersion !== version) throw await staleEditError(tx, 'event', String(id), version);
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

/** Ignores case, so that one category is not listed twice. */
async function knownCategory(tx: Tx, category: string): Promise<string> {
  const known = await tx
    .selectFrom('event')
    .select('category')
    .where(({ fn }) => fn<string>('lower', ['category']), '=', category.toLowerCase())
    .orderBy('id')
    .executeTakeFirst();
  return known?.category ?? category;
}

/** Adds an event, or changes one. Throws 404 for an unknown event, and 409 when it was changed meanwhile. */
export async function saveEvent(
  tx: Tx,
  { id, version, title, category, day, start_time, end_time, place = '', summary = '' }: SaveEventRequest,
): Promise<AuditedResult<EventVersion>> {
  const fields = {
    category: await knownCategory(tx, category),
    title,
    day,
    start_slot: parseSlotTime(start_time) ?? 0,
    // An end at 00:00 is midnight at the end of the day.
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
  // An edit that changes only the case of the category keeps the entered spelling.
  const changed = changedFields(
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

/** Removes an event. Throws 404 for an unknown event, and 409 when it was changed meanwhile. */
export async function removeEvent(
  tx: Tx,
  { id, version, reason }: RemoveEventRequest,
): Promise<AuditedResult<null>> {
  const before = await lockEvent(tx, id, version);
  await tx.deleteFrom('event').where('id', '=', id).execute();
  return { result: null, changes: [eventChange('event removed', id, before, null, reason)] };
}
