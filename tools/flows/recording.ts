/*
 * A recorded session as a file: the messages of Stately's inspection protocol with a few additional fields. Secrets are removed
 * from the messages before they are written.
 */

/** Files of another version are refused. */
const RECORDING_VERSION = 1;
const FORMAT = 'flows-recording';

export interface RecordedClock {
  readonly now: number;
  readonly isUnsynced: boolean;
}

/** A message of the protocol, with the fields that a replay reads. */
export interface RecordedMessage {
  readonly type: string;
  readonly sessionId: string;
  /** Milliseconds since 1970, as text. */
  readonly createdAt: string;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
  readonly definition?: string | undefined;
  readonly event?: RecordedEvent;
  readonly snapshot?: unknown;
  readonly _transitions?: readonly string[];
  readonly _clock?: RecordedClock;
}

export type RecordedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

export interface FlowRecording<Message extends RecordedMessage = RecordedMessage> {
  readonly format: string;
  readonly version: number;
  /** ISO 8601. */
  readonly recordedAt: string;
  readonly messages: readonly Message[];
}

/** Messages as the content of a recording file. */
export const recordingOf = <Message extends RecordedMessage>(
  messages: readonly Message[],
  recordedAt: Date,
): FlowRecording<Message> => ({
  format: FORMAT,
  version: RECORDING_VERSION,
  recordedAt: recordedAt.toISOString(),
  messages,
});

/** Thrown for a file that is not a readable recording; the message says why. */
export class InvalidRecording extends Error {}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (value: unknown, types: Readonly<Record<string, string>>): value is Fields =>
  isObject(value) && Object.entries(types).every(([name, type]) => typeof value[name] === type);

const isMessage = (value: unknown): value is RecordedMessage =>
  has(value, { type: 'string', sessionId: 'string' }) &&
  Number.isFinite(Number(value['createdAt'])) &&
  (value['_clock'] === undefined || has(value['_clock'], { now: 'number', isUnsynced: 'boolean' })) &&
  (value['type'] === '@xstate.actor'
    ? typeof value['name'] === 'string'
    : has(value['event'], { type: 'string' }) &&
      (value['type'] !== '@xstate.snapshot' || isObject(value['snapshot'])));

/**
 * Reads a recording from the text of a file.
 *
 * @throws InvalidRecording for a text that is not a recording, has another version, or has a broken message
 */
export function readRecording(text: string): FlowRecording {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new InvalidRecording('It is not JSON: the file is damaged or not a recording.');
  }
  const refuse = (reason: string): never => {
    throw new InvalidRecording(reason);
  };
  if (!isObject(content) || content['format'] !== FORMAT)
    return refuse(`It is not a recording of flows: its "format" is not "${FORMAT}".`);
  const { version, recordedAt, messages } = content;
  if (version !== RECORDING_VERSION)
    refuse(
      `It has version ${JSON.stringify(version) ?? 'none'}; this program reads version ${RECORDING_VERSION}.`,
    );
  if (typeof recordedAt !== 'string' || Number.isNaN(Date.parse(recordedAt)) || !Array.isArray(messages))
    return refuse('It is damaged: the time of the recording or its messages are missing.');
  const broken = messages.findIndex((message) => !isMessage(message));
  if (broken >= 0) refuse(`It is damaged: message ${broken + 1} cannot be read.`);
  return recordingOf(messages as RecordedMessage[], new Date(recordedAt));
}

/** A recorded snapshot of a machine. */
export interface RecordedSnapshot {
  readonly value: unknown;
  /** If left out, it is not compared. */
  readonly context?: unknown;
  readonly status: string;
  /** Actors that the machine had started. */
  readonly children?: readonly string[];
}

/** An event of a run, and the snapshot after it. */
export interface RecordedStep {
  readonly event: RecordedEvent;
  /** When the event was sent. */
  readonly clock: RecordedClock;
  /** Between these instants of the same clock the machine has handled the event: on a busy machine, much later than it was sent. */
  readonly handled: readonly [from: number, to: number];
  readonly after: RecordedSnapshot;
}

/** One run of a machine, from its start or from the beginning of the recording, to its end. */
export interface RecordedRun {
  /** 'checkout', 'checkout/countdown'. */
  readonly path: string;
  readonly name: string;
  readonly machine: string;
  /** At the beginning of the recording; null when the start of the machine is the first step. */
  readonly from: RecordedSnapshot | null;
  readonly steps: readonly RecordedStep[];
}

const snapshotOf = (snapshot: unknown): RecordedSnapshot => {
  const { value, context, status, children } = snapshot as Fields;
  return { value, context, status: String(status), children: Object.keys(children ?? {}) };
};

/** Null for a promise or a callback, whose definition has only a name. */
export function machineIdIn(definition: string | undefined): string | null {
  try {
    const config: unknown = JSON.parse(definition ?? 'null');
    if (!isObject(config) || Object.keys(config).every((key) => key === 'id')) return null;
    return typeof config['id'] === 'string' ? config['id'] : '(machine)';
  } catch {
    return null;
  }
}

interface OpenRun extends Omit<RecordedRun, 'steps'> {
  from: RecordedSnapshot | null;
  readonly steps: RecordedStep[];
  /** By the browser's clock. */
  readonly createdAt: number;
  /** Events without a snapshot yet, in the order in which they were sent. */
  readonly pendingEvents: (Pick<RecordedStep, 'event' | 'clock'> & { readonly at: number })[];
  hasBegun: boolean;
}

/** XState's event for the start of an actor. */
const INIT = 'xstate.init';

/** Records the snapshot after an event: as a step of the run, or as the run's first known snapshot. */
function recordStep(run: OpenRun, event: RecordedEvent, after: RecordedSnapshot, until: number): void {
  // It is no event of the machine.
  if (event.type === 'xstate.stop') return;
  const index = run.pendingEvents.findIndex((waiting) => waiting.event.type === event.type);
  const [pending] = index < 0 ? [] : run.pendingEvents.splice(index, 1);
  if (pending && (run.hasBegun || event.type === INIT)) {
    const { at, clock } = pending;
    // A machine has its first context before it gets the event of its start.
    const from = event.type === INIT ? Math.min(run.createdAt, at) : at;
    const handled = [clock.now - at + from, clock.now - at + Math.max(at, until)] as const;
    run.steps.push({ event: pending.event, clock, handled, after });
  } else if (!run.hasBegun) run.from = after;
  run.hasBegun = true;
}

/** In the order in which the actors appeared. */
export function runsIn({ messages }: Pick<FlowRecording, 'messages'>): RecordedRun[] {
  const runs = new Map<string, OpenRun>();
  const paths = new Map<string, string>();
  const roots = new Set<string | undefined>([undefined]);
  for (const message of messages) {
    const { sessionId, parentId, name = sessionId, event } = message;
    const at = Number(message.createdAt);
    if (message.type === '@xstate.actor' && !paths.has(sessionId)) {
      if (parentId === undefined) roots.add(sessionId);
      const parent = paths.get(parentId ?? '');
      const path = parent === undefined || roots.has(parentId) ? name : `${parent}/${name}`;
      paths.set(sessionId, path);
      const machine = machineIdIn(message.definition);
      if (machine !== null) {
        const begun = { from: null, steps: [], createdAt: at, pendingEvents: [], hasBegun: false };
        runs.set(sessionId, { path, name, machine, ...begun });
      }
    }
    const run = runs.get(sessionId);
    if (run === undefined || event === undefined) continue;
    const clock = message._clock ?? { now: at, isUnsynced: false };
    if (message.type === '@xstate.event') run.pendingEvents.push({ event, at, clock });
    if (message.type === '@xstate.snapshot') recordStep(run, event, snapshotOf(message.snapshot), at);
  }
  return [...runs.values()]
    .filter(({ steps }) => steps.length > 0)
    .map(({ path, name, machine, from, steps }) => ({ path, name, machine, from, steps }));
}
