import { connectionFlow } from '../connection.ts';
import { type AppActor, createSystem, type Inspect } from '../createSystem.ts';
import type { DeskEffects } from '../effects.ts';
import { navigationFlow } from '../navigation.ts';
import { notifierFlow } from '../notifier.ts';
import { sessionFlow } from '../session.ts';
import { noPersistedState } from '../visit.ts';
import { deskFlows } from './flows.ts';

/**
 * The actor system of the desk, not yet started: the flows that the site and the desk share, and the flows of the desk. The
 * desk is a separate document, which keeps only the session over a reload (decision 0063).
 */
export const createDeskActor = (effects: DeskEffects, inspect?: Inspect): AppActor =>
  createSystem(effects, {
    flows: [notifierFlow, navigationFlow, connectionFlow, sessionFlow, ...deskFlows],
    persisted: noPersistedState,
    initialData: {},
    inspect,
  });
