import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { transitionId } from '../tools/flows/transitions.ts';
import { statePath } from './system/statePath.ts';

/** A step of a running flow, as reported to a test. */
export interface ProbedStep {
  /** The actor's id: 'checkout', 'slots:1'. */
  readonly flow: string;
  /** Where it is now: 'card.paying.clean'. */
  readonly state: string;
  /** Ids of the states it is in or has just left, and of the transitions it took. */
  readonly states: readonly string[];
  readonly transitions: readonly string[];
}

/**
 * Reports the transitions of the page's flows to a test. Only a build with `--mode probe` contains it
 * (test/browser/paths/product.spec.ts).
 */
export function probe(event: InspectionEvent): void {
  if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
  const snapshot = event.snapshot as Partial<AnyMachineSnapshot>;
  const id = 'id' in event.actorRef ? event.actorRef.id : undefined;
  if (snapshot._nodes === undefined || snapshot.value === undefined || typeof id !== 'string') return;
  const transitions = event.type === '@xstate.microstep' ? event._transitions : [];
  const step: ProbedStep = {
    flow: id,
    state: statePath(snapshot.value),
    states: [...snapshot._nodes, ...transitions.map(({ source }) => source)].map((node) => node.id),
    transitions: transitions.map(transitionId),
  };
  (window as { litroomsProbe?: (step: ProbedStep) => void }).litroomsProbe?.(step);
}
