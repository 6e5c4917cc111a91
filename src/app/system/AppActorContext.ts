import { createContext, use } from 'react';
import type { AppActor } from '../../../machines/engine/createSystem.ts';

/** The actor system runs outside React. */
export const AppActorContext = createContext<AppActor | null>(null);

/** Throws outside the context. */
export function useAppActor(): AppActor {
  const app = use(AppActorContext);
  if (!app) throw new Error('no actor system above this component');
  return app;
}
