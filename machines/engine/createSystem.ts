import { type Actor, createActor, type InspectionEvent, type Observer } from 'xstate';
import type { Effects } from '../effects.ts';
import type { Flow } from './flow.ts';
import { rootMachine } from './root.ts';
import type { InitialData, PersistedState } from './visit.ts';

export type AppActor = Actor<typeof rootMachine>;
export type Inspect = Observer<InspectionEvent> | ((event: InspectionEvent) => void);

interface SystemOptions {
  readonly flows: readonly Flow[];
  readonly persisted: PersistedState;
  readonly initialData: InitialData;
  readonly inspect?: Inspect | undefined;
}

/** Not yet started. The types of the registry guarantee an effect for every need. */
export const createSystem = (
  effects: Pick<Effects, 'clock' | 'reportFailure'> & Partial<Pick<Effects, 'storage'>>,
  { flows, persisted, initialData, inspect }: SystemOptions,
): AppActor =>
  createActor(
    rootMachine.provide({
      actions: {
        reportFailure: (_, { flow, error, isRestarted }) => effects.reportFailure(flow, error, isRestarted),
        forgetPersonalData: () => effects.storage?.forgetPersonalData(),
      },
    }),
    {
      systemId: 'root',
      input: {
        clock: effects.clock,
        persisted,
        initialData,
        flows,
        logicOf: ({ logic }) => logic(effects as never),
      },
      ...(inspect ? { inspect } : {}),
    },
  );

/** Also true for a flow that is down. */
export const hasFlow = (app: AppActor, id: string): boolean => id in app.getSnapshot().context.flows;

/** Starts only the flows that the system does not have yet, because the groups of pages overlap. */
export function addFlows(app: AppActor, flows: readonly Flow[]): void {
  const missing = flows.filter(({ id }) => !hasFlow(app, id));
  if (missing.length > 0) app.send({ type: 'flows.loaded', flows: missing });
}
