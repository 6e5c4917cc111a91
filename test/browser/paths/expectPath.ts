import type { AnyEventObject } from 'xstate';
import type { MachineModel } from '../../paths/paths.ts';
import { stepsOf } from '../../../tools/flows/paths.ts';
import { expect, type Probe } from './page/probed.ts';

/** An event of a model; `payloadIndex`: which of its payloads. */
export const modelEventsOf =
  (model: MachineModel) =>
  (type: string, payloadIndex = 0): AnyEventObject => ({ type, ...model.payloads?.[type]?.[payloadIndex] });

interface ExpectedPath {
  readonly flow: string;
  readonly model: MachineModel;
  /** What has happened when the path begins. */
  readonly before?: readonly AnyEventObject[];
  readonly events: readonly AnyEventObject[];
  /** Transitions that the path does not determine. */
  readonly ignore?: (id: string) => boolean;
}

/**
 * Since a mark the page has taken exactly the transitions that the events take on the machine. The real server responds, so that the
 * test expects the events and does not cause them.
 */
export async function expectPath(
  probe: Probe,
  mark: number,
  { flow, model, before = [], events, ignore = () => false }: ExpectedPath,
): Promise<void> {
  const isExpected = (id: string) => !ignore(id);
  // The first step is the machine's start.
  const steps = stepsOf(model, [...before, ...events]).slice(before.length + 1);
  const transitions = steps.flatMap((step) => step.transitions);
  await expect.poll(() => probe.taken(flow, mark).filter(isExpected)).toEqual(transitions.filter(isExpected));
}
