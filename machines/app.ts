import { createActor } from 'xstate';
import { type AppActor, createSystem, type Inspect } from './createSystem.ts';
import type { Effects } from './effects.ts';
import { type FlowGroup, flowsAtStart } from './registry.ts';
import { rootMachine } from './root.ts';
import { type InitialData, noPersistedState } from './visit.ts';

interface Options {
  /** Lazy flows that are there from the start. */
  readonly flows?: readonly FlowGroup[];
  readonly inspect?: Inspect | undefined;
}

/** Whether a system has these flows. */
export const hasFlows = (app: AppActor, group: FlowGroup): boolean => {
  const { flows } = app.getSnapshot().context;
  return group.every(({ id }) => id in flows);
};

/** Starts the flows of a group that a running system does not have yet; pages' groups overlap. */
export function addFlows(app: AppActor, group: FlowGroup): void {
  const missing = group.filter((flow) => !hasFlows(app, [flow]));
  if (missing.length > 0) app.send({ type: 'flows.loaded', flows: missing });
}

/** The system with its effects, not yet started; created once, outside React. */
export const createAppActor = (effects: Effects, { flows = [], inspect }: Options = {}): AppActor =>
  createSystem(effects, {
    flows: [...flowsAtStart, ...flows.flat()],
    persisted: effects.storage.load(),
    initialData: effects.initialData ?? {},
    inspect,
  });

/**
 * The system for prerendering and hydration, without effects: it is rendered and never started. It has no session, no
 * storage and no time.
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
