import { use, useCallback, useSyncExternalStore } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import { addFlows, type AppActor, hasFlow } from '../../../machines/engine/createSystem.ts';
import type { FlowRefs, flowsAtStart, LoadFlows } from '../../../machines/registry.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import type { slotsMachine } from '../../../machines/rooms/slots/slots.ts';
import { PageLoadError } from '../errors/PageLoadError.ts';
import { useAppActor } from './AppActorContext.ts';
import { PrerenderedContext } from './useSelector.ts';

export type Flows = FlowRefs;

export type RoomSlotsActor = ActorRefFrom<typeof slotsMachine>;

/** The flows that every page has. */
type FirstFlow = (typeof flowsAtStart)[number]['id'];

type NameIn<Group extends LoadFlows> = Extract<Awaited<ReturnType<Group>>[number]['id'], keyof Flows>;

interface Parent {
  readonly children: Readonly<Record<string, unknown>>;
}

/** While the page is hydrated, a child that it was prerendered without must not be shown yet. */
function useChild(parent: AnyActorRef | undefined, id: string): unknown {
  const prerendered = use(PrerenderedContext);
  const running = () => (parent?.getSnapshot() as Parent | undefined)?.children[id];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = parent?.subscribe(onChange);
      return () => subscription?.unsubscribe();
    },
    [parent],
  );
  const whileHydrating = () => {
    if (prerendered === null) return running();
    const child: unknown = prerendered.system.get(id);
    // A flow that is already down was prerendered, too.
    return child && (running() ?? child);
  };
  return useSyncExternalStore(subscribe, running, whileHydrating);
}

/** Undefined while the flow is down or not loaded. */
export const useOptionalFlow = <Name extends keyof Flows>(name: Name): Flows[Name] | undefined =>
  useChild(useAppActor(), name) as Flows[Name] | undefined;

/** The groups that components of a system have requested, loaded or still loading. */
const loadedGroups = new WeakMap<AppActor, Map<LoadFlows, Promise<void>>>();

/** Once for each system. Like a section's code, a group that failed is loaded again on a reload. */
function startGroup(app: AppActor, load: LoadFlows): Promise<void> {
  const groups = loadedGroups.get(app) ?? new Map<LoadFlows, Promise<void>>();
  loadedGroups.set(app, groups);
  const start = async () => {
    const flows = await load().catch((cause: unknown) => {
      throw new PageLoadError(cause);
    });
    addFlows(app, flows);
  };
  const loading = groups.get(load) ?? start();
  groups.set(load, loading);
  return loading;
}

/**
 * The actor of a flow; a new actor after a restart. A flow that not every page has is named with its group, which is loaded
 * unless the page's route has loaded it already.
 * @throws while the flow is down: a FlowSection that needs the flow shows a notice then
 */
export function useFlow<Name extends FirstFlow>(name: Name): Flows[Name];
export function useFlow<const Group extends LoadFlows, Name extends NameIn<Group>>(
  name: Name,
  group: Group,
): Flows[Name];
export function useFlow(name: keyof Flows, group?: LoadFlows): Flows[keyof Flows] {
  const app = useAppActor();
  const flow = useOptionalFlow(name);
  // React continues a component that waited where it stopped, so it must ask for the group again, also when the flow is there.
  const isRequested = group !== undefined && loadedGroups.get(app)?.has(group) === true;
  if (group && (isRequested || !hasFlow(app, name))) use(startGroup(app, group));
  if (!flow) throw new Error(`no FlowSection needs the flow ${name}, which is down`);
  return flow;
}

/** Undefined until the room is listed, and while the actor is down. */
export const useRoomSlots = (roomId: number): RoomSlotsActor | undefined =>
  useChild(useOptionalFlow('rooms'), slotsId(roomId)) as RoomSlotsActor | undefined;
