import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { recordingOf } from '../../flows/recording.ts';
import { transitionId } from '../../flows/transitions.ts';
import { createMessageWriter, type EventTime, eventTimeOf } from './messages.ts';
import { statePath } from '../../../src/app/system/statePath.ts';

/** A step of a flow, as reported to a test. */
export interface ProbedStep {
  /** 'checkout', 'slots:1'. */
  readonly flow: string;
  /** 'card.paying.clean'. */
  readonly state: string;
  /** Ids of the states that it is in or has just left. */
  readonly states: readonly string[];
  /** Ids of the transitions that it took. */
  readonly transitions: readonly string[];
}

/** `litroomsProbe` is set by the test, `litroomsRecording` by the page. */
interface ProbedWindow {
  litroomsProbe?: (steps: readonly ProbedStep[]) => void;
  litroomsRecording?: () => string;
}

/** Not reported yet: the flows often take many steps at once, and every report costs both sides. */
const unreported: ProbedStep[] = [];

const recordedEvents: (readonly [InspectionEvent, EventTime])[] = [];

/** Redacted, of all flows since the page was loaded, as a file to replay (docs/recording.md). */
function recording(): string {
  const writer = createMessageWriter('probe');
  const messages = recordedEvents.flatMap(([event, moment]) => writer.write(event, moment) ?? []);
  return JSON.stringify(recordingOf(messages, new Date()));
}

/**
 * Reports the transitions of the page's flows to a test, and records all events for a test that fails. Only a build with
 * `--mode probe` contains it (test/browser/paths/product.spec.ts).
 */
export function probe(event: InspectionEvent): void {
  // The recording is written only on request, because most tests do not fail.
  recordedEvents.push([event, eventTimeOf(event)]);
  (window as ProbedWindow).litroomsRecording ??= recording;
  if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
  const snapshot = event.snapshot as Partial<AnyMachineSnapshot>;
  const id = 'id' in event.actorRef ? event.actorRef.id : undefined;
  if (snapshot._nodes === undefined || snapshot.value === undefined || typeof id !== 'string') return;
  const transitions = event.type === '@xstate.microstep' ? event._transitions : [];
  unreported.push({
    flow: id,
    state: statePath(snapshot.value),
    states: [...snapshot._nodes, ...transitions.map(({ source }) => source)].map((node) => node.id),
    transitions: transitions.map(transitionId),
  });
  if (unreported.length > 1) return;
  queueMicrotask(() => (window as ProbedWindow).litroomsProbe?.(unreported.splice(0)));
}
