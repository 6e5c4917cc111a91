import { z } from 'zod';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { event } from '../content/events.ts';
import { optionalReason } from '../reason.ts';
import {
  calendarDate,
  count,
  emptyIsNull,
  filledLine,
  optionalLine,
  rowId,
  slotBoundary,
} from '../values.ts';

const deskEvent = event.extend({ version: z.number() });
export type DeskEvent = z.infer<typeof deskEvent>;

/** GET events: all of them, the latest day first. */
export const deskEventsResponse = z.object({ data: z.array(deskEvent) });
export type DeskEventsResponse = z.infer<typeof deskEventsResponse>;

/** POST save event: a new one without `id`. `version`: that of the edited event. Times are IST on its day. */
export const saveEventRequest = z
  .object({
    id: z.preprocess(emptyIsNull, rowId.nullable()),
    version: count.default(0),
    title: filledLine(120),
    category: filledLine(60),
    day: calendarDate,
    start_time: slotBoundary,
    end_time: slotBoundary,
    place: optionalLine(120),
    summary: optionalLine(300),
  })
  .superRefine(({ start_time, end_time }, context) => {
    // Midnight at the end of the day.
    const end = parseSlotTime(end_time) || SLOTS_PER_DAY;
    if ((parseSlotTime(start_time) ?? 0) >= end) {
      context.addIssue({ code: 'custom', path: ['end_time'], message: 'must be after its beginning' });
    }
  });
export type SaveEventRequest = z.output<typeof saveEventRequest>;

/** POST remove event. */
export const removeEventRequest = z.object({ id: rowId, version: count, reason: optionalReason });
export type RemoveEventRequest = z.output<typeof removeEventRequest>;

/** POST save event: its id and its new version. */
export const eventChangedResponse = z.object({ data: z.object({ id: z.number(), version: z.number() }) });
export type EventChangedResponse = z.infer<typeof eventChangedResponse>;
