import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type Snapshot,
  type StateValue,
} from 'xstate';
import { SILENT, silenced } from './paths/silenced.ts';
import type { RecordedClock, RecordedRun, RecordedSnapshot, RecordedStep } from './recording.ts';
import { statePath } from './words.ts';

/*
 * Replays recorded runs against machines: each machine gets its recorded events, one after another, and must be where it
 * was, with the same context. Its actors are silent: what they reported is among the events.
 */

/** What a project knows of its machines that a file cannot hold. */
export interface ReplayOptions {
  /** The machine that a recorded actor ran; null when there is none of that name. */
  readonly machineOf: (run: Pick<RecordedRun, 'path' | 'name' | 'machine'>) => AnyStateMachine | null;
  /**
   * A recorded input, event or context as the machine had it: errors as errors, the clock as a clock, something in place of
   * what was taken out. `clock` shows the time of the event that is being replayed.
   */
  readonly revived?: (value: unknown, clock: () => RecordedClock) => unknown;
  /** True for an event from which something was taken out, so that something else is replayed in its place. */
  readonly isRedacted?: (event: unknown) => boolean;
  /** The present context as a recording would have it. */
  readonly recorded?: (context: unknown) => unknown;
}

/** A value that differs, by where it is in the context: 'selection.range'. */
export interface Difference {
  readonly at: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/** The step of a run at which the machine does something else than it did. */
export interface Divergence {
  readonly path: string;
  /** Counted from 1, the start included. */
  readonly step: number;
  readonly event: RecordedStep['event'];
  /** Where the machine was before the event; null at its start. */
  readonly before: string | null;
  readonly recorded: { readonly state: string; readonly status: string };
  readonly now: { readonly state: string; readonly status: string };
  /** In the context. */
  readonly differences: readonly Difference[];
  /** What the machine threw. */
  readonly error: string | null;
  /** Something redacted was replayed by a stand-in before, or in this event: that may be why. */
  readonly hadStandIns: boolean;
}

export interface ReplayReport {
  /** Every run with the number of its steps, and of those from which something was redacted. */
  readonly runs: readonly { readonly path: string; readonly steps: number; readonly redacted: number }[];
  /** The first of each run that diverges. */
  readonly divergences: readonly Divergence[];
}

/** The recording has a machine that the project does not have. */
export class UnknownMachine extends Error {}

/**
 * Replays runs, each by itself. A run ends with its first divergence: what follows is its consequence.
 *
 * @throws UnknownMachine before anything is replayed
 */
export function replay(runs: readonly RecordedRun[], options: ReplayOptions): ReplayReport {
  const machines = runs.map((run) => {
    const machine = options.machineOf(run);
    if (machine === null) {
      throw new UnknownMachine(`There is no machine "${run.machine}", which the actor ${run.path} ran.`);
    }
    return [run, silenced(machine)] as const;
  });
  const { isRedacted = () => false } = options;
  return {
    runs: runs.map(({ path, steps }) => ({
      path,
      steps: steps.length,
      redacted: steps.filter(({ event }) => isRedacted(event)).length,
    })),
    divergences: machines.flatMap(([run, machine]) => replayRun(run, machine, options) ?? []),
  };
}

/** A recorded snapshot as one to start from, with silent actors for those that it had started. */
const foundAt = ({ value, context, status, children = [] }: RecordedSnapshot): Snapshot<unknown> =>
  ({
    value,
    context,
    status,
    historyValue: {},
    children: Object.fromEntries(
      children.map((id) => [id, { src: SILENT, snapshot: { status: 'active' }, syncSnapshot: false }]),
    ),
  }) as unknown as Snapshot<unknown>;

const stateOf = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

function replayRun(run: RecordedRun, machine: AnyStateMachine, options: ReplayOptions): Divergence | null {
  const { revived = (value: unknown) => value, recorded = asData, isRedacted = () => false } = options;
  const [first] = run.steps;
  if (first === undefined) return null;
  let present = first.clock;
  const revive = (value: unknown): unknown => revived(value, () => present);

  let actor: AnyActorRef | undefined;
  let error: unknown = null;
  const start = (): void => {
    actor = createActor(machine, {
      clock: new SimulatedClock(),
      ...(run.from === null
        ? { input: revive(first.event['input']) }
        : { snapshot: foundAt({ ...run.from, context: revive(run.from.context) }) }),
    });
    // Without a listener, XState throws the error of an actor without a parent.
    actor.subscribe({ error: (thrown: unknown) => (error = thrown) });
    actor.start();
  };
  try {
    if (run.from !== null) start();
    let before = run.from === null ? null : stateOf(run.from.value);
    for (const [index, step] of run.steps.entries()) {
      present = step.clock;
      if (actor === undefined) start();
      else actor.send(revive(step.event));
      const now = (actor as AnyActorRef).getSnapshot() as AnyMachineSnapshot;
      const differences =
        step.after.context === undefined ? [] : differencesOf(step.after.context, recorded(now.context));
      const states = {
        recorded: { state: stateOf(step.after.value), status: step.after.status },
        now: { state: stateOf(now.value), status: now.status },
      };
      const isSame =
        states.recorded.state === states.now.state && states.recorded.status === states.now.status;
      if (!isSame || differences.length > 0) {
        const thrown = error === null ? null : error instanceof Error ? error.message : inText(error);
        return {
          path: run.path,
          step: index + 1,
          event: step.event,
          before,
          ...states,
          differences,
          error: thrown,
          hadStandIns: run.steps.slice(0, index + 1).some((each) => isRedacted(each.event)),
        };
      }
      before = states.now.state;
    }
    return null;
  } finally {
    actor?.stop();
  }
}

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Larger numbers are instants, in milliseconds. */
const LEAST_INSTANT = 1e12;
/** An event is dated when it is sent, and read the clock when it was taken. */
const DELAY_MS = 50;

const isSameInstant = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' &&
  typeof b === 'number' &&
  Math.min(a, b) > LEAST_INSTANT &&
  Math.abs(a - b) <= DELAY_MS;

/** What two contexts differ in, by the innermost names. What is undefined is not there. */
export function differencesOf(recorded: unknown, now: unknown, at = ''): Difference[] {
  if (Object.is(recorded, now) || isSameInstant(recorded, now)) return [];
  if (!isFields(recorded) || !isFields(now) || Array.isArray(recorded) !== Array.isArray(now)) {
    return [{ at, recorded, now }];
  }
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
  return keys.flatMap((key) => differencesOf(recorded[key], now[key], at === '' ? key : `${at}.${key}`));
}

const MOST_CHARACTERS = 160;

function inText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

const placeOf = ({ state, status }: Divergence['now']): string =>
  [state, status === 'active' ? '' : `(${status})`].filter(Boolean).join(' ');

function divergenceInWords(divergence: Divergence): string {
  const { path, step, event, before, recorded, now, differences, error, hadStandIns } = divergence;
  const { type, ...payload } = event;
  const places = [placeOf(recorded), placeOf(now)];
  return [
    `${path} diverges at step ${step}`,
    `  event     ${type}${Object.keys(payload).length === 0 ? '' : ` ${inText(payload)}`}`,
    ...(before === null ? [] : [`  in        ${before}`]),
    ...(places[0] === places[1] ? [] : [`  recorded  ${places[0]}`, `  now       ${places[1]}`]),
    ...(error === null ? [] : [`  failed    ${error}`]),
    ...differences.flatMap((difference) => [
      `  ${difference.at}`,
      `    recorded  ${inText(difference.recorded)}`,
      `    now       ${inText(difference.now)}`,
    ]),
    ...(hadStandIns ? ['  note      what was redacted is replayed by stand-ins: that may be why'] : []),
  ].join('\n');
}

/** A report for people: where runs diverge, and then what was replayed. */
export function reportInWords({ runs, divergences }: ReplayReport): string {
  const steps = runs.reduce((sum, run) => sum + run.steps, 0);
  const redacted = runs.reduce((sum, run) => sum + run.redacted, 0);
  const count = `${runs.length} runs of machines with ${steps} events`;
  return [
    ...divergences.map((divergence) => `${divergenceInWords(divergence)}\n`),
    ...(redacted === 0
      ? []
      : [`${redacted} of the events had something redacted, and were replayed with stand-ins for it.`]),
    divergences.length === 0
      ? `${count}: all as recorded.`
      : `${count}: ${divergences.length} of the runs ${divergences.length === 1 ? 'diverges' : 'diverge'}.`,
  ].join('\n');
}
