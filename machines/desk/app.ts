import { connectionFlow } from '../engine/connection.ts';
import { type AppActor, createSystem, type Inspect } from '../engine/createSystem.ts';
import type { DeskEffects } from '../effects.ts';
import { navigationFlow } from '../engine/navigation.ts';
import { notifierFlow } from '../engine/notifier.ts';
import { sessionFlow } from '../account/session/session.ts';
import { noPersistedState } from '../engine/visit.ts';
import { deskFlows } from './flows.ts';

/** Not yet started. The desk is a separate document, which keeps only the session over a reload. */
export const createDeskActor = (effects: DeskEffects, inspect?: Inspect): AppActor =>
  createSystem(effects, {
    flows: [notifierFlow, navigationFlow, connectionFlow, sessionFlow, ...deskFlows],
    persisted: noPersistedState,
    initialData: {},
    inspect,
  });
