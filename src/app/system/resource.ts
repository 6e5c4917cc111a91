import { useSelector } from './useSelector.ts';
import { useEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { ResourceContext } from '../../../machines/engine/resource.ts';
import { type Flows, useFlow } from './flows.ts';
import { statePath } from './statePath.ts';

type ResourceName =
  | 'rooms'
  | 'member'
  | 'bookings'
  | 'booking'
  | 'papers'
  | 'pastBookings'
  | 'post'
  | 'policyText'
  | 'week'
  | 'staff'
  | 'dayPlan'
  | 'deskBooking'
  | 'blockOuts'
  | 'audit'
  | 'points'
  | 'money'
  | 'provider'
  | 'colleagues'
  | 'factorSetup'
  | 'inbox'
  | 'deskEnquiry'
  | 'report'
  | 'documents'
  | 'people'
  | 'person'
  | 'deskRooms'
  | 'deskPolicy'
  | 'deskBusiness'
  | 'deskPosts'
  | 'deskPost'
  | 'deskEvents';
type DataOf<Name extends ResourceName> = NonNullable<SnapshotFrom<Flows[Name]>['context']['data']>;

export interface ShownResource<Data> {
  readonly data: Data | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly state: string;
  readonly refresh: () => void;
}

/** Uses a cached resource while the component is mounted. It is loaded on first use and evicted some time after the last use. */
export function useResource<Name extends ResourceName>(
  name: Name,
  key?: string,
): ShownResource<DataOf<Name>> {
  const resource = useFlow(name) as Flows[ResourceName];

  useEffect(() => {
    resource.send({ type: 'resource.used', ...(key === undefined ? {} : { key }) });
    return () => resource.send({ type: 'resource.released' });
  }, [resource, key]);

  // Until the flow has handled resource.used, the data may belong to another key.
  const isRequestedKey = useSelector(resource, ({ context }) => key === undefined || context.key === key);
  const data = useSelector(resource, ({ context }) => (context as ResourceContext<DataOf<Name>>).data);
  const failure = useSelector(resource, ({ context }) => context.failure);

  return {
    data: isRequestedKey ? data : null,
    failure: isRequestedKey ? failure : null,
    isBusy: useSelector(resource, (snapshot) => snapshot.hasTag('busy')),
    state: useSelector(resource, ({ value }) => statePath(value)),
    refresh: () => resource.send({ type: 'resource.refreshed' }),
  };
}
