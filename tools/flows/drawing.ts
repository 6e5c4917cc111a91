import type { AnyStateMachine } from 'xstate';
import type { Box } from './drawing/box.ts';
import { layOut } from './drawing/layOut.ts';
import { stateBox } from './drawing/stateBox.ts';
import { svg } from './drawing/svg.ts';
import { graphOf } from './graph.ts';

export type { Box, Difference, Row } from './drawing/box.ts';

/** Boxes with rows of text, and the lines between them, as an SVG picture. The same boxes give the same picture. */
export const drawBoxes = async (box: Box): Promise<string> => svg(await layOut(box));

/**
 * A machine as an SVG picture. Each state is a group with `data-state-id`; each transition has its text and its lines
 * in groups with `data-transition-id` (see transitionId), so that a page can mark active states and taken transitions.
 */
export const drawMachine = (machine: AnyStateMachine): Promise<string> => drawBoxes(machineBox(machine));

export const machineBox = (machine: AnyStateMachine): Box => stateBox(graphOf(machine));
