export { type Box, type Difference, type Row, drawBoxes, drawMachine, machineBox } from '../drawing.ts';
export { drawFolded, foldableStates, foldedBox, isLarge } from '../folding.ts';
export { type GraphState, type GraphTransition, type Trigger, graphOf, statesOf } from '../graph.ts';
export { mermaid } from '../mermaid.ts';
export { overviewBox } from '../overview.ts';
export { textOf } from '../text.ts';
