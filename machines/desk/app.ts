import { createActor, type InspectionEvent, type Observer } from 'xstate';
import type { AppActor } from '../app.ts';
import { connectionFlow } from '../connection.ts';
import type { DeskEffects } from '../effects.ts';
import { navigationFlow } from '../navigation.ts';
import { notifierFlow } from '../notifier.ts';
import { rootMachine } from '../root.ts';
import { sessionFlow } from '../session.ts';
import { noPersistedState } from '../visit.ts';
import { deskFlows } from './flows.ts';

/**
 * The actor system of the desk, not yet started: the flows that the site and the desk share, and the desk's own. The desk is
 * a document of its own, which keeps nothing over a reload but the session (decision 0063).
 */
export const createDeskActor = (
  effects: DeskEffects,
  inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void),
): AppActor =>
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
        persisted: noPersistedState,
        initialData: {},
        flows: [notifierFlow, navigationFlow, connectionFlow, sessionFlow, ...deskFlows],
        logicOf: ({ logic }) => logic(effects as never),
      },
      ...(inspect ? { inspect } : {}),
    },
  );
