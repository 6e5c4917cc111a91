import { createContext, use } from 'react';
import type { AppActor } from '../../machines/app.ts';

/** The actor system that runs outside React; views below read it and send to it. */
export const AppActorContext = createContext<AppActor | null>(null);

/** The root of the running flows. */
export function useAppActor(): AppActor {
  const app = use(AppActorContext);
  if (!app) throw new Error('no actor system above this component');
  return app;
}
