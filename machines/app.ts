import { createActor } from 'xstate';
import { type AppActor, createSystem, type Inspect } from './engine/createSystem.ts';
import type { Effects } from './effects.ts';
import { type FlowGroup, flowsAtStart } from './registry.ts';
import { rootMachine } from './engine/root/root.ts';
import { type InitialData, noPersistedState } from './engine/visit.ts';

interface Options {
  /** Lazy flows that start with the system. */
  readonly flows?: readonly FlowGroup[];
  readonly inspect?: Inspect | undefined;
}

/** True when a system has all flows of a group. */
export const hasFlows = (app: AppActor, group: FlowGroup): boolean => {
  const { flows } = app.getSnapshot().context;
  return group.every(({ id }) => id in flows);
};

/** Starts the flows of a group that a running system does not have yet. The groups of pages overlap. */
export function addFlows(app: AppActor, group: FlowGroup): void {
  const missing = group.filter((flow) => !hasFlows(app, [flow]));
  if (missing.length > 0) app.send({ type: 'flows.loaded', flows: missing });
}

/** The actor system with its effects, not yet started. It is created once, outside React. */
export const createAppActor = (effects: Effects, { flows = [], inspect }: Options = {}): AppActor =>
  createSystem(effects, {
    flows: [...flowsAtStart, ...flows.flat()],
    persisted: effects.storage.load(),
    initialData: effects.initialData ?? {},
    inspect,
  });

/**
 * The actor system for prerendering and hydration. It is rendered and never started, so it has no effects, no session, no
 * storage and no clock.
 */
export const createUnstartedApp = (initialData: InitialData, flows: readonly FlowGroup[]): AppActor =>
  createActor(rootMachine, {
    systemId: 'root',
    input: {
      clock: { now: () => 0, isUnsynced: () => true },
      persisted: noPersistedState,
      initialData,
      flows: [...flowsAtStart, ...flows.flat()],
      logicOf: ({ machine }) => machine,
    },
  });
