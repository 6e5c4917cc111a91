import { useSelector } from './useSelector.ts';
import type { ActorRefFrom } from 'xstate';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { resourceMachine } from '../../../machines/engine/resource/resource.ts';
import { statePath } from './statePath.ts';
import { useWhileShown } from './useWhileShown.ts';

type ResourceActor<Data> = ActorRefFrom<ReturnType<typeof resourceMachine<Data>>>;

export interface ShownResource<Data> {
  readonly data: Data | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly state: string;
  readonly refresh: () => void;
}

/** The resource is in use while the component is mounted. It is loaded on first use and evicted some time after the last use. */
export function useResource<Data>(resource: ResourceActor<Data>, key?: string): ShownResource<Data> {
  useWhileShown(
    resource,
    {
      shown: { type: 'resource.used', ...(key === undefined ? {} : { key }) },
      left: { type: 'resource.released' },
    },
    key,
  );

  // Until the flow has handled resource.used, the data may belong to another key.
  const isRequestedKey = useSelector(resource, ({ context }) => key === undefined || context.key === key);
  const data = useSelector(resource, ({ context }) => context.data);
  const failure = useSelector(resource, ({ context }) => context.failure);

  return {
    data: isRequestedKey ? data : null,
    failure: isRequestedKey ? failure : null,
    isBusy: useSelector(resource, (snapshot) => snapshot.hasTag('busy')),
    state: useSelector(resource, ({ value }) => statePath(value)),
    refresh: () => resource.send({ type: 'resource.refreshed' }),
  };
}
