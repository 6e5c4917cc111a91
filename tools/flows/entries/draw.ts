export * from '../drawing.ts';
export * from '../folding.ts';
export { type GraphState, type GraphTransition, graphOf, statesOf, type Trigger } from '../graph.ts';
export * from '../mermaid.ts';
export * from '../overview.ts';
export { textOf } from '../text.ts';
