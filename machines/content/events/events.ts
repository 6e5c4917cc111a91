import type { Event } from '../../../contract/content/events.ts';
import type { RangedIfTimed } from '../../../domain/time/apiTimes.ts';
import type { InitialResource } from '../../engine/resource/resourceEvents.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';

/** `range` is null for an event that was entered without times. */
export type ComingEvent = RangedIfTimed<Event>;

/** Promises reject with a Failure. */
interface Needs {
  readonly events: {
    /** The next one first. */
    coming(signal: AbortSignal): Promise<readonly ComingEvent[]>;
    /** Rejects with 404 for an event that is over. */
    event(id: string, signal: AbortSignal): Promise<ComingEvent>;
  };
}

declare module '../../engine/visit.ts' {
  interface InitialData {
    readonly comingEvents?: InitialResource<readonly ComingEvent[]>;
    readonly event?: InitialResource<ComingEvent>;
  }
}

export const eventsFlows = [
  resourceFlow(
    'comingEvents',
    {
      needs: ['events'],
      shows: ['events'],
      isPublic: true,
      initial: ({ comingEvents }): InitialResource<readonly ComingEvent[]> | undefined => comingEvents,
    },
    ({ events }: Needs, _key, signal) => events.coming(signal),
  ),
  /** The key is the event's id. */
  resourceFlow(
    'event',
    {
      needs: ['events'],
      shows: ['events'],
      isPublic: true,
      initial: ({ event }): InitialResource<ComingEvent> | undefined => event,
    },
    ({ events }: Needs, id, signal) => events.event(id, signal),
  ),
] as const;
