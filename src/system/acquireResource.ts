import type { ResourceEvent } from '../../machines/events/resource.ts';
import { nextTask } from '../nextTask.ts';

/**
 * Registers a view as a user of a resource in the next task, because the loading state renders the view again, and the effects of a
 * hydrated page are a part of its longest task (decision 104).
 * @param key identifies the data; undefined for a resource with a single value
 * @returns a function for a view that leaves, also before it was registered
 */
export function acquireResource(
  resource: { send(event: ResourceEvent): void },
  key: string | undefined,
): () => void {
  let isRegistered = false;
  let isLeft = false;
  void nextTask().then(() => {
    if (isLeft) return;
    isRegistered = true;
    resource.send({ type: 'resource.used', ...(key === undefined ? {} : { key }) });
  });
  return () => {
    isLeft = true;
    if (isRegistered) resource.send({ type: 'resource.released' });
  };
}
