import type { AppActor } from '../../machines/engine/createSystem.ts';
import { connectionFlow } from '../../machines/engine/connection.ts';
import type { Flow } from '../../machines/engine/flow.ts';
import { navigationFlow } from '../../machines/engine/navigation.ts';
import { notifierFlow } from '../../machines/engine/notifier.ts';
import { registry } from '../../machines/registry.ts';
import { sessionFlow } from '../../machines/account/session/session.ts';
import { NOON } from '../fixtures/booking.ts';
import { liveSession } from './startApp.ts';

const site = [
  ...registry.atStart,
  ...(await Promise.all(Object.values(registry.lazy).map((load) => load()))).flat(),
];

/** Every flow of the registry, by the document that runs it. */
export const systems: Readonly<Record<'site' | 'desk', readonly Flow[]>> = {
  site: [...new Map(site.map((flow) => [flow.id, flow as Flow])).values()],
  desk: [notifierFlow, navigationFlow, connectionFlow, sessionFlow, ...(await registry.desk())],
};

const isWatcher = (call: string): boolean => call.startsWith('watch');

/**
 * The effects of every flow: a user is signed in, a watcher never emits, and `respond` answers every other call. A flow of a
 * new area needs nothing here.
 */
export function effectsOfEveryFlow(respond: (area: string, call: string) => unknown): never {
  const effectOf =
    (area: string, call: string) =>
    (...args: readonly unknown[]): unknown => {
      if (area === 'clock') return call === 'now' ? NOON : false;
      if (area === 'session' && call === 'restore')
        return Promise.resolve({ kind: 'live', ...liveSession() });
      if (isWatcher(call) || area === 'storage') return () => undefined;
      return respond(area, call) ?? args;
    };
  return new Proxy(
    {},
    {
      get: (_areas, area) =>
        area === 'reportFailure'
          ? (flow: string, error: unknown) => {
              throw new Error(`${flow} failed`, { cause: error });
            }
          : new Proxy({}, { get: (_calls, call) => effectOf(String(area), String(call)) }),
    },
  ) as never;
}

export interface RunningFlow {
  send(event: object): void;
  getSnapshot(): {
    readonly value: unknown;
    readonly context: Readonly<Record<string, unknown>>;
    can(event: { readonly type: string }): boolean;
  };
  getPersistedSnapshot(): object;
}

export const runningFlow = (actor: AppActor, id: string): RunningFlow => {
  const flow = actor.system.get(id) as RunningFlow | undefined;
  if (!flow) throw new Error(`${id} does not run`);
  return flow;
};
