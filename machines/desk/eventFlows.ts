import type { DeskEvent as ApiDeskEvent } from '../../contract/desk/events.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { RangedIfTimed } from '../../domain/time/apiTimes.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** `range` is null for an event that was entered without times. */
export type DeskEvent = RangedIfTimed<ApiDeskEvent>;

/** Promises reject with a Failure. */
interface Needs {
  readonly eventDesk: {
    events(signal: AbortSignal): Promise<readonly DeskEvent[]>;
  };
}

const deskEventsFlow = resourceFlow(
  'deskEvents',
  {
    needs: ['eventDesk'],
    shows: ['events'],
    editedBy: { saveEvent: (events: readonly DeskEvent[]) => events },
  },
  ({ eventDesk }: Needs, _key, signal) => eventDesk.events(signal),
);

export const eventFlows = [
  deskEventsFlow,
  staffForm({
    id: 'saveEvent',
    area: 'eventDesk',
    call: 'save',
    labels: {
      title: 'Title',
      category: 'Category',
      day: 'Day',
      startTime: 'From',
      endTime: 'To',
      place: 'Place',
      summary: 'Summary',
    },
    required: { title: 'Enter the title', category: 'Enter a category', day: 'Enter the day' },
    doneText: 'The event is saved',
    changes: ['events'],
    edits: { resource: 'deskEvents', fieldsOf: (event: DeskEvent) => canonicalJson(event) },
  }),
  staffForm({
    id: 'removeEvent',
    area: 'eventDesk',
    call: 'remove',
    labels: { reason: 'Reason' },
    doneText: 'The event is removed',
    changes: ['events'],
    record: {} as DeskEvent,
  }),
] as const;
