import type { InspectionEvent } from 'xstate';

/** Observes the flows: the inspector in development, the tests' probe in a build with `--mode probe`, nothing in production. */
export async function inspectionObserver(): Promise<((event: InspectionEvent) => void) | undefined> {
  if (import.meta.env.DEV) return (await import('./startInspection.ts')).startInspection();
  if (import.meta.env.MODE === 'probe') return (await import('./probe.ts')).probe;
  return undefined;
}
