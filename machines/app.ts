import { type Actor, createActor, type InspectionEvent, type Observer } from 'xstate';
import type { Effects } from './effects.ts';
import { type FlowGroup, flowsAtStart } from './registry.ts';
import { rootMachine } from './root.ts';
import { type InitialData, noPersistedState } from './visit.ts';

export type AppActor = Actor<typeof rootMachine>;

interface Options {
  /** Lazy flows that are there from the start. */
  readonly flows?: readonly FlowGroup[];
  readonly inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) | undefined;
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
  createActor(
    rootMachine.provide({
      actions: {
        reportFailure: ({ event }, { isRestarted }) => {
          if ('actorId' in event && 'error' in event) {
            effects.reportFailure(event.actorId, event.error, isRestarted);
          }
        },
      },
    }),
    {
      systemId: 'root',
      input: {
        clock: effects.clock,
        persisted: effects.storage.load(),
        initialData: effects.initialData ?? {},
        flows: [...flowsAtStart, ...flows.flat()],
        // The registry makes sure that there is an effect for every need.
        logicOf: ({ logic }) => logic(effects as never),
      },
      ...(inspect ? { inspect } : {}),
    },
  );

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
