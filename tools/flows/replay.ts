import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type Snapshot,
  type StateValue,
} from 'xstate';
import { SILENT_ACTOR, withSilentActors } from './paths/silentActors.ts';
import type { RecordedClock, RecordedRun, RecordedSnapshot, RecordedStep } from './recording.ts';
import { statePath } from './words.ts';

/*
 * Replays recorded runs against machines: each machine gets its recorded events, one after another, and must reach the recorded
 * states with the recorded contexts. Its actors are silent: their results are among the recorded events.
 */

/** What is specific to the project, and cannot be in a file. */
export interface ReplayOptions {
  /** Null when the project has no such machine. */
  readonly machineOf: (run: Pick<RecordedRun, 'path' | 'name' | 'machine'>) => AnyStateMachine | null;
  /**
   * Turns a recorded input, event or context into real values: errors, the clock, and replacements for redacted values. `clock`
   * returns the time of the event that is being replayed.
   */
  readonly revive?: (value: unknown, clock: () => RecordedClock) => unknown;
  /** Whether an event has a redacted value, which is replayed with a replacement. */
  readonly isRedacted?: (event: unknown) => boolean;
  /** Turns the current context into its recorded form. */
  readonly toRecordedForm?: (context: unknown) => unknown;
}

/** A value that differs, with its path in the context: 'selection.range'. */
export interface Difference {
  readonly at: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/** A step at which the machine behaves differently. */
export interface Divergence {
  readonly path: string;
  /** Counted from 1, the start included. */
  readonly step: number;
  readonly event: RecordedStep['event'];
  /** Null at the start. */
  readonly before: string | null;
  readonly recorded: { readonly state: string; readonly status: string };
  readonly now: { readonly state: string; readonly status: string };
  readonly differences: readonly Difference[];
  readonly error: string | null;
  /** A redacted value was replaced in this event or in an earlier one; this may be the cause. */
  readonly hadReplacements: boolean;
}

export interface ReplayReport {
  /** Every run with the number of its steps, and the number of steps with redacted values. */
  readonly runs: readonly { readonly path: string; readonly steps: number; readonly redacted: number }[];
  /** One per run that diverges. */
  readonly divergences: readonly Divergence[];
}

/** Thrown for a recording with a machine that the project does not have. */
export class UnknownMachine extends Error {}

/**
 * Replays runs independently of each other. A run ends with its first divergence, because later ones may be its consequence.
 *
 * @throws UnknownMachine before anything is replayed
 */
export function replay(runs: readonly RecordedRun[], options: ReplayOptions): ReplayReport {
  const machines = runs.map((run) => {
    const machine = options.machineOf(run);
    if (machine === null) {
      throw new UnknownMachine(`There is no machine "${run.machine}", which the actor ${run.path} ran.`);
    }
    return [run, withSilentActors(machine)] as const;
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

/** A recorded snapshot as a snapshot to start from, with silent actors instead of the started ones. */
const restorableSnapshot = ({ value, context, status, children = [] }: RecordedSnapshot): Snapshot<unknown> =>
  ({
    value,
    context,
    status,
    historyValue: {},
    children: Object.fromEntries(
      children.map((id) => [id, { src: SILENT_ACTOR, snapshot: { status: 'active' }, syncSnapshot: false }]),
    ),
  }) as unknown as Snapshot<unknown>;

const stateOf = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

function replayRun(run: RecordedRun, machine: AnyStateMachine, options: ReplayOptions): Divergence | null {
  const { revive = (value: unknown) => value, toRecordedForm = asData, isRedacted = () => false } = options;
  const [first] = run.steps;
  if (first === undefined) return null;
  let clock = first.clock;
  const reviveNow = (value: unknown): unknown => revive(value, () => clock);

  let actor: AnyActorRef | undefined;
  let error: unknown = null;
  const start = (): void => {
    actor = createActor(machine, {
      clock: new SimulatedClock(),
      ...(run.from === null
        ? { input: reviveNow(first.event['input']) }
        : { snapshot: restorableSnapshot({ ...run.from, context: reviveNow(run.from.context) }) }),
    });
    // Without a listener, XState throws the error of an actor without a parent.
    actor.subscribe({ error: (thrown: unknown) => (error = thrown) });
    actor.start();
  };
  try {
    if (run.from !== null) start();
    let before = run.from === null ? null : stateOf(run.from.value);
    for (const [index, step] of run.steps.entries()) {
      clock = step.clock;
      if (actor === undefined) start();
      else actor.send(reviveNow(step.event));
      const now = (actor as AnyActorRef).getSnapshot() as AnyMachineSnapshot;
      const differences =
        step.after.context === undefined
          ? []
          : differencesOf(step.after.context, toRecordedForm(now.context));
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
          hadReplacements: run.steps.slice(0, index + 1).some((each) => isRedacted(each.event)),
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

/** Larger numbers are treated as instants, in milliseconds since 1970. */
const MIN_INSTANT = 1e12;
/** A recorded time is the time of sending; the machine may have read the clock a little later. */
const MAX_DELAY_MS = 50;

const isSameInstant = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' &&
  typeof b === 'number' &&
  Math.min(a, b) > MIN_INSTANT &&
  Math.abs(a - b) <= MAX_DELAY_MS;

/** By the innermost names. An undefined field counts as missing. */
export function differencesOf(recorded: unknown, now: unknown, at = ''): Difference[] {
  if (Object.is(recorded, now) || isSameInstant(recorded, now)) return [];
  if (!isFields(recorded) || !isFields(now) || Array.isArray(recorded) !== Array.isArray(now)) {
    return [{ at, recorded, now }];
  }
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
  return keys.flatMap((key) => differencesOf(recorded[key], now[key], at === '' ? key : `${at}.${key}`));
}

const MAX_CHARACTERS = 160;

function inText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

const stateText = ({ state, status }: Divergence['now']): string =>
  [state, status === 'active' ? '' : `(${status})`].filter(Boolean).join(' ');

function divergenceInWords(divergence: Divergence): string {
  const { path, step, event, before, recorded, now, differences, error, hadReplacements } = divergence;
  const { type, ...payload } = event;
  const stateTexts = [stateText(recorded), stateText(now)];
  return [
    `${path} diverges at step ${step}`,
    `  event     ${type}${Object.keys(payload).length === 0 ? '' : ` ${inText(payload)}`}`,
    ...(before === null ? [] : [`  in        ${before}`]),
    ...(stateTexts[0] === stateTexts[1]
      ? []
      : [`  recorded  ${stateTexts[0]}`, `  now       ${stateTexts[1]}`]),
    ...(error === null ? [] : [`  failed    ${error}`]),
    ...differences.flatMap((difference) => [
      `  ${difference.at}`,
      `    recorded  ${inText(difference.recorded)}`,
      `    now       ${inText(difference.now)}`,
    ]),
    ...(hadReplacements ? ['  note      redacted values were replaced: this may be the cause'] : []),
  ].join('\n');
}

/** A report for people: the divergences, then a summary. */
export function reportInWords({ runs, divergences }: ReplayReport): string {
  const steps = runs.reduce((sum, run) => sum + run.steps, 0);
  const redacted = runs.reduce((sum, run) => sum + run.redacted, 0);
  const count = `${runs.length} runs of machines with ${steps} events`;
  return [
    ...divergences.map((divergence) => `${divergenceInWords(divergence)}\n`),
    ...(redacted === 0 ? [] : [`${redacted} of the events had redacted values, which were replaced.`]),
    divergences.length === 0
      ? `${count}: all as recorded.`
      : `${count}: ${divergences.length} of the runs ${divergences.length === 1 ? 'diverges' : 'diverge'}.`,
  ].join('\n');
}
