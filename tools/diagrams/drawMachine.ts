import type { AnyStateMachine } from 'xstate';
import { boxOf } from './boxOf.ts';
import { graphOf } from './graphOf.ts';
import { layOut } from './layOut.ts';
import { svg } from './svg.ts';

/**
 * A machine as an SVG picture. Each state is a group with `data-state-id`; each transition has its text and its lines
 * in groups with `data-transition-id` (see transitionId), so that a page can mark active states and taken transitions.
 */
export const drawMachine = async (machine: AnyStateMachine): Promise<string> =>
  svg(await layOut(boxOf(graphOf(machine))));
