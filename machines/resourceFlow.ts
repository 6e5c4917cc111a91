import { fromPromise } from 'xstate';
import { defineFlow } from './flow.ts';
import { resourceMachine } from './resource.ts';

/**
 * A flow that is only a resource. `load` gets its data from the effects. The key identifies the data; a resource with a single
 * value ignores it. While `isUnsettled` is true for the data in use, it is loaded again every few seconds.
 */
export function resourceFlow<const Id extends string, Data, Needs>(
  id: Id,
  needs: readonly (keyof Needs & string)[],
  load: (effects: Needs, key: string, signal: AbortSignal) => Promise<Data>,
  isUnsettled?: (data: Data) => boolean,
) {
  const machine = resourceMachine<Data>(id, isUnsettled);
  return defineFlow<Id, typeof machine, Needs>({
    id,
    machine,
    needs,
    provide: (unprovided, effects) =>
      unprovided.provide({
        actors: { load: fromPromise(({ input, signal }) => load(effects, input.key, signal)) },
      }),
  });
}
