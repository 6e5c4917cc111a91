import {
  type ActionFunction,
  type DoneActorEvent,
  enqueueActions,
  type ErrorActorEvent,
  type EventObject,
  setup,
} from 'xstate';

/** The pauses before a failed child is restarted; the failure after the last one is final. */
const RESTART_DELAYS_MS: readonly number[] = [0, 1_000, 5_000];

/** The failures of a restarted child that has run for this long are reset. */
const RECOVERED_AFTER_MS = 30_000;

/**
 * In milliseconds; null: the child is not restarted. A child that fails at every start would otherwise block
 * the page.
 */
export const restartDelay = (failures: number): number | null => RESTART_DELAYS_MS[failures - 1] ?? null;

/** Children are named by their ids. */
export interface SupervisorContext {
  /** The number of failures of each child since it last recovered. */
  failures: Readonly<Record<string, number>>;
  /** Children that failed and are not running: not restarted yet, or not any more. */
  down: readonly string[];
}

interface Child {
  readonly flow: string;
}

export type SupervisorEvent =
  | { type: 'flow.restartDue'; flow: string }
  | { type: 'flow.recovered'; flow: string }
  /** The visitor restarts a child that is not running. */
  | { type: 'flow.restartRequested'; flow: string }
  | DoneActorEvent
  | ErrorActorEvent;

const onChild = enqueueActions<
  SupervisorContext,
  SupervisorEvent,
  Child,
  SupervisorEvent,
  never,
  never,
  never,
  never,
  never
>;

const restartTimerOf = (flow: string): string => `restart ${flow}`;
const recoveryTimerOf = (flow: string): string => `recovery ${flow}`;

const actions = {
  remove: onChild(({ enqueue }, { flow }) => enqueue.stopChild(flow)),
  recordFailure: onChild(({ enqueue, context: { down, failures } }, { flow }) => {
    enqueue.cancel(recoveryTimerOf(flow));
    enqueue.assign({
      down: [...down, flow],
      failures: { ...failures, [flow]: (failures[flow] ?? 0) + 1 },
    });
  }),
  scheduleRestart: onChild(({ enqueue, context }, { flow }) => {
    const delay = restartDelay(context.failures[flow] ?? 1) ?? 0;
    enqueue.raise({ type: 'flow.restartDue', flow }, delay === 0 ? {} : { id: restartTimerOf(flow), delay });
  }),
  cancelRestart: onChild(({ enqueue }, { flow }) => enqueue.cancel(restartTimerOf(flow))),
  /** The child counts as running until it fails. */
  markRestarted: onChild(({ enqueue, context: { down } }, { flow }) => {
    enqueue.assign({ down: down.filter((id) => id !== flow) });
    enqueue.raise({ type: 'flow.recovered', flow }, { id: recoveryTimerOf(flow), delay: RECOVERED_AFTER_MS });
  }),
  forgetFailures: onChild(({ enqueue, context: { failures } }, { flow }) =>
    enqueue.assign({ failures: { ...failures, [flow]: 0 } }),
  ),
};

/**
 * Typed as the actions of the supervisor's machine: XState's types accept no action of a machine with fewer
 * values in its context.
 */
export const supervisorActions = <Context extends SupervisorContext, Event extends EventObject>() =>
  actions as unknown as {
    readonly [Name in keyof typeof actions]: ActionFunction<
      Context,
      Event,
      Event,
      Child,
      never,
      never,
      never,
      never,
      never
    >;
  };

export const supervisorGuards = {
  mayRestart: ({ context: { failures } }: { context: SupervisorContext }, { flow }: Child): boolean =>
    restartDelay((failures[flow] ?? 0) + 1) !== null,
  isDown: ({ context: { down } }: { context: SupervisorContext }, { flow }: Child): boolean =>
    down.includes(flow),
};

const childOf = ({ event }: { event: { actorId: string } }): Child => ({ flow: event.actorId });

/**
 * A supervisor restarts its failed children a limited number of times and removes finished ones. Its machine
 * has these actions of its own: `start` spawns children, `dropPersisted` lets a child start without what it
 * kept over a reload, because that may have caused its failure, and `reportFailure` logs a failure.
 */
export const supervising = setup({
  types: { context: {} as SupervisorContext, events: {} as SupervisorEvent },
  actions: {
    start: (_scope, _params: { ids: readonly string[] }) => undefined,
    dropPersisted: (_scope, _params: Child) => undefined,
    reportFailure: (_scope, _params: Child & { error: unknown; isRestarted: boolean }) => undefined,
  },
})
  .extend({ actions, guards: supervisorGuards })
  .createStateConfig({
    on: {
      'xstate.done.actor.*': { actions: { type: 'remove', params: childOf } },
      'xstate.error.actor.*': [
        {
          guard: { type: 'mayRestart', params: childOf },
          actions: [
            { type: 'remove', params: childOf },
            { type: 'recordFailure', params: childOf },
            {
              type: 'reportFailure',
              params: ({ event }) => ({ flow: event.actorId, error: event.error, isRestarted: true }),
            },
            { type: 'scheduleRestart', params: childOf },
          ],
        },
        {
          actions: [
            { type: 'remove', params: childOf },
            { type: 'recordFailure', params: childOf },
            {
              type: 'reportFailure',
              params: ({ event }) => ({ flow: event.actorId, error: event.error, isRestarted: false }),
            },
          ],
        },
      ],
      'flow.restartDue': {
        actions: [
          { type: 'markRestarted', params: ({ event }) => event },
          { type: 'start', params: ({ event }) => ({ ids: [event.flow] }) },
        ],
      },
      'flow.restartRequested': {
        guard: { type: 'isDown', params: ({ event }) => event },
        actions: [
          { type: 'forgetFailures', params: ({ event }) => event },
          { type: 'cancelRestart', params: ({ event }) => event },
          { type: 'dropPersisted', params: ({ event }) => event },
          { type: 'markRestarted', params: ({ event }) => event },
          { type: 'start', params: ({ event }) => ({ ids: [event.flow] }) },
        ],
      },
      'flow.recovered': { actions: { type: 'forgetFailures', params: ({ event }) => event } },
    },
  });
