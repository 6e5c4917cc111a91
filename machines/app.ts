import { createActor } from 'xstate';
import { type AppActor, createSystem, type Inspect } from './engine/createSystem.ts';
import type { Effects } from './effects.ts';
import { type FlowGroup, flowsAtStart } from './registry.ts';
import { rootMachine } from './engine/root.ts';
import { type InitialData, noPersistedState } from './engine/visit.ts';

interface Options {
  /** Lazy flows that start with the system. */
  readonly flows?: readonly FlowGroup[];
  readonly inspect?: Inspect | undefined;
}

/** Not yet started. It is created once, outside React. */
export const createAppActor = (effects: Effects, { flows = [], inspect }: Options = {}): AppActor =>
  createSystem(effects, {
    flows: [...flowsAtStart, ...flows.flat()],
    persisted: effects.storage.load(),
    initialData: effects.initialData ?? {},
    inspect,
  });

/**
 * For prerendering and hydration. It is rendered and never started, so it has no effects, session, storage or
 * clock.
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
