import { use, useCallback, useSyncExternalStore } from 'react';
import { addFlows, type AppActor, hasFlow } from '../../../machines/engine/createSystem.ts';
import type { FlowRefs, flowsAtStart, LoadFlows } from '../../../machines/registry.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { PageLoadError } from '../errors/PageLoadError.ts';
import { useAppActor } from './AppActorContext.ts';
import { PrerenderedContext } from './useSelector.ts';

/** The actors of the flows by name, except the slots, which have an actor for each room. */
export type Flows = Omit<FlowRefs, 'slots'>;

export type RoomSlotsActor = FlowRefs['slots'];

/** The names of the flows that every page has. */
type FirstFlow = (typeof flowsAtStart)[number]['id'];

type NameIn<Group extends LoadFlows> = Extract<Awaited<ReturnType<Group>>[number]['id'], keyof Flows>;

/** A child of the root. While the page is hydrated, a child that it was prerendered without must not be shown yet. */
function useChild(id: string): unknown {
  const app = useAppActor();
  const prerendered = use(PrerenderedContext);
  const running = () => app.getSnapshot().children[id];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = app.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [app],
  );
  const whileHydrating = () => {
    if (prerendered === null) return running();
    const child = prerendered.getSnapshot().children[id];
    // A flow that is already down was prerendered, too.
    return child && (running() ?? child);
  };
  return useSyncExternalStore(subscribe, running, whileHydrating);
}

/** The actor of a flow; undefined while the flow is down or not loaded. */
export const useOptionalFlow = <Name extends keyof Flows>(name: Name): Flows[Name] | undefined =>
  useChild(name) as Flows[Name] | undefined;

/** The groups that a system loads, or has loaded, because a component needs one of their flows. */
const loadedGroups = new WeakMap<AppActor, Map<LoadFlows, Promise<void>>>();

/** Loads a group and starts its flows, once for each system. Like a section's code, a group that failed is loaded again on a reload. */
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

/** The actor of a room's slots; undefined until the root has opened the room, and while the actor is down. */
export const useRoomSlots = (roomId: number): RoomSlotsActor | undefined =>
  useChild(slotsId(roomId)) as RoomSlotsActor | undefined;
