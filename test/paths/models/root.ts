import { fromCallback } from 'xstate';
import { registry } from '../../../machines/registry.ts';
import { restartDelay } from '../../../machines/engine/supervisor.ts';
import { rootMachine } from '../../../machines/engine/root.ts';
import { noPersistedState } from '../../../machines/engine/visit.ts';
import { clock, room } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const lazyFlows = (await Promise.all(Object.values(registry.lazy).map((load) => load()))).flat();
const bookingFlows = await registry.lazy.bookingFlows();

/** No actor runs under this id, because a path could not start the same id twice. */
const FAILING_FLOW = 'failing';

/** Every flow of the site. */
export const allFlows = [...registry.atStart, ...lazyFlows];

const silent = fromCallback(() => undefined);

const hasOnlyFirstFlows = (flows: object): boolean => Object.keys(flows).length === registry.atStart.length;

export const root: MachineModel = {
  machine: rootMachine,
  inputs: [
    { initialData: {}, flows: registry.atStart },
    { initialData: { rooms: { key: 'chennai', data: [room] } }, flows: allFlows },
  ].map((variant) => ({
    clock,
    persisted: noPersistedState,
    logicOf: () => silent,
    ...variant,
  })),
  payloads: {
    'flows.loaded': [{ flows: bookingFlows }],
    'data.changed': [{ topics: ['bookings'] }, { topics: ['availability'] }],
    'xstate.done.actor.*': [{ actorId: 'blog' }],
    'xstate.error.actor.*': [{ actorId: FAILING_FLOW, error: 'failed' }],
    'flow.restartDue': [{ flow: FAILING_FLOW }],
    'flow.restartRequested': [{ flow: FAILING_FLOW }],
    'flow.recovered': [{ flow: FAILING_FLOW }],
  },
  canHappen: ({ context }, { type }) => {
    const hasFailed = context.failures[FAILING_FLOW] !== undefined;
    const isDown = (context.down as string[]).includes(FAILING_FLOW);
    switch (type) {
      case 'flows.loaded':
        return hasOnlyFirstFlows(context.flows) && !hasFailed;
      case 'xstate.error.actor.any':
        return hasOnlyFirstFlows(context.flows) && !isDown;
      case 'flow.recovered':
        return hasFailed && !isDown;
      case 'flow.restartDue':
        // After the last automatic restart, only the visitor's press restarts the flow.
        return isDown && restartDelay(context.failures[FAILING_FLOW]) !== null;
      default:
        return true;
    }
  },
  key: ({ children, context }) => ({
    children: Object.keys(children).length,
    failures: context.failures[FAILING_FLOW],
    isDown: (context.down as string[]).includes(FAILING_FLOW),
  }),
};
