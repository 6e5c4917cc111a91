import type { AnyEventObject } from 'xstate';
import { type Box, drawBoxes } from '../../tools/flows/drawing.ts';
import { graphOf } from '../../tools/flows/graph.ts';
import { overviewBox } from '../../tools/flows/overview.ts';
import { type MachineModel, stepsOf, coverageTargetsOf } from '../../tools/flows/paths.ts';
import { order, proof, selection, user } from '../fixtures/booking.ts';
import { models } from '../paths/models.ts';

const started: readonly AnyEventObject[] = [
  { type: 'checkout.started', selection },
  { type: 'checkout.confirmed' },
  { type: 'checkout.userChanged', user },
  { type: 'checkout.confirmed' },
];

/** Of machines that are too large for one glance. */
const happyPaths: Readonly<Record<string, readonly (readonly AnyEventObject[])[]>> = {
  checkout: [
    [
      ...started,
      { type: 'xstate.done.actor.loadBalance', output: { isMember: true, points: 20 } },
      { type: 'xstate.done.actor.bookWithPoints' },
    ],
    [
      ...started,
      { type: 'xstate.done.actor.loadBalance', output: { isMember: false, points: 0 } },
      { type: 'xstate.done.actor.createOrder', output: order },
      { type: 'xstate.done.actor.loadGateway' },
      { type: 'gateway.paid', proof },
      { type: 'xstate.done.actor.verifyPayment' },
    ],
  ],
};

/** Transitions that the paths take, and the states at both ends of them. */
function idsAlong(model: MachineModel, paths: readonly (readonly AnyEventObject[])[]): Set<string> {
  const taken = new Set(
    paths.flatMap((events) => stepsOf(model, events)).flatMap((step) => step.transitions),
  );
  const states = [...coverageTargetsOf(model.machine).transitions]
    .filter(([, id]) => taken.has(id))
    .flatMap(([{ source, target = [] }]) => [source.id, ...target.map(({ id }) => id)]);
  return new Set([...taken, ...states]);
}

/** In one picture; null for a machine that has none here because it is small. */
export function happyPathsOf(name: string): Box | null {
  const [model, paths] = [models[name], happyPaths[name]];
  return model && paths ? overviewBox(graphOf(model.machine), idsAlong(model, paths)) : null;
}

export const drawHappyPaths = async (name: string): Promise<string | null> => {
  const box = happyPathsOf(name);
  return box && drawBoxes(box);
};
