import { fromPromise } from 'xstate';
import { sendRecords, type Versioned } from '../form/editedRecord.ts';
import { defineFlow } from '../flow.ts';
import { resourceMachine } from './resource.ts';
import type { Topic } from '../topics.ts';
import type { InitialData } from '../visit.ts';
import type { InitialResource } from './resourceEvents.ts';

interface ResourceDefinition<Data, Needs> {
  readonly needs: readonly (keyof Needs & string)[];
  /** A change of one of these topics loads the data again. */
  readonly shows: readonly Topic[];
  /** Every visitor may see the data, so it stays when the session ends. */
  readonly isPublic?: boolean;
  /** The data of a prerendered page. */
  readonly initial?: (initialData: InitialData) => InitialResource<Data> | undefined;
  /** The forms that edit records of the data, by system id, and those records. */
  readonly editedBy?: Readonly<Record<string, (data: Data) => readonly Versioned[]>>;
}

/**
 * A flow that is only a resource. `load` gets its data from the effects. A resource with a single value
 * ignores the key. While `isUnsettled` is true for the data in use, it is loaded again every few seconds, or
 * every `refreshMs`.
 */
export function resourceFlow<const Id extends string, Data, Needs>(
  id: Id,
  { needs, shows, isPublic = false, initial, editedBy = {} }: ResourceDefinition<Data, Needs>,
  load: (effects: Needs, key: string, signal: AbortSignal) => Promise<Data>,
  isUnsettled?: (data: Data) => boolean,
  refreshMs?: number,
) {
  const machine = resourceMachine<Data>(id, isUnsettled, refreshMs);
  return defineFlow<Id, typeof machine, Needs>({
    id,
    machine,
    whenSessionEnds: isPublic ? 'kept' : 'cleared',
    shows,
    needs,
    provide: (unprovided, effects) =>
      unprovided.provide({
        actors: { load: fromPromise(({ input, signal }) => load(effects, input.key, signal)) },
        actions: {
          announce: ({ context, system }) => {
            if (context.data !== null) sendRecords(system, editedBy, context.data);
          },
        },
      }),
    input: ({ initialData }) => initial?.(initialData),
  });
}
