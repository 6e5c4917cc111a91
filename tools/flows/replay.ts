import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  getInitialSnapshot,
  getNextSnapshot,
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
  readonly revive: (value: unknown, clock: () => RecordedClock) => unknown;
  /** Whether an event has a redacted value, which is replayed with a replacement. */
  readonly isRedacted: (event: unknown) => boolean;
  /** Turns the current context into its recorded form. */
  readonly toRecordedForm: (context: unknown) => unknown;
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
    if (machine !== null) return [run, withSilentActors(machine)] as const;
    throw new UnknownMachine(`There is no machine "${run.machine}", which the actor ${run.path} ran.`);
  });
  return {
    runs: runs.map(({ path, steps }) => ({
      path,
      steps: steps.length,
      redacted: steps.filter(({ event }) => options.isRedacted(event)).length,
    })),
    divergences: machines.flatMap(([run, machine]) => replayRun(run, machine, options) ?? []),
  };
}

/** A recorded snapshot as one of the machine, with silent actors instead of the started ones. */
function restored(machine: AnyStateMachine, { children = [], ...recorded }: RecordedSnapshot) {
  const silent = { src: SILENT_ACTOR, snapshot: { status: 'active' }, syncSnapshot: false };
  const actors = Object.fromEntries(children.map((id) => [id, silent]));
  const snapshot = { ...recorded, historyValue: {}, children: actors } as unknown as Snapshot<unknown>;
  return createActor(machine, { snapshot }).getSnapshot() as AnyMachineSnapshot;
}

const stateOf = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

interface Replayed {
  /** Null when the machine's own code has thrown. */
  readonly snapshot: AnyMachineSnapshot | null;
  readonly error: unknown;
  readonly differences: readonly Difference[];
}

function replayRun(run: RecordedRun, machine: AnyStateMachine, options: ReplayOptions): Divergence | null {
  const { revive, toRecordedForm, isRedacted } = options;
  let clock: RecordedClock = { now: 0, isUnsynced: false };
  const reviveNow = (value: unknown): unknown => revive(value, () => clock);

  const compare = ({ after, handled }: RecordedStep, reached: AnyMachineSnapshot | null): Difference[] =>
    reached === null || after.context === undefined
      ? []
      : differencesOf(after.context, toRecordedForm(reached.context), handled[1] - handled[0]);
  /** The machine reads the clock at an instant. */
  const play = (step: RecordedStep, before: AnyMachineSnapshot | null, now: number): Replayed => {
    clock = { ...step.clock, now };
    try {
      const snapshot = (
        before === null
          ? getInitialSnapshot(machine, reviveNow(step.event['input']))
          : getNextSnapshot(machine, before, reviveNow(step.event))
      ) as AnyMachineSnapshot;
      return { snapshot, error: snapshot.error ?? null, differences: compare(step, snapshot) };
    } catch (error) {
      return { snapshot: null, error, differences: compare(step, before) };
    }
  };
  const isSame = ({ snapshot, differences }: Replayed, { after }: RecordedStep): boolean =>
    snapshot?.status === after.status &&
    stateOf(snapshot.value) === stateOf(after.value) &&
    differences.length === 0;
  /**
   * A value that was computed from the clock shows when the machine has read it: as long as it is on different sides of the
   * recorded one at two instants, the instant is searched between them. A value that differs for another reason is not.
   */
  const playWhenHandled = (step: RecordedStep, before: AnyMachineSnapshot | null): Replayed => {
    const whenSent = play(step, before, step.clock.now);
    if (isSame(whenSent, step)) return whenSent;
    let [from, to] = step.handled;
    let [early, late] = [play(step, before, from), play(step, before, to)];
    let tried = [early, late].find((each) => isSame(each, step));
    while (tried === undefined && isBetween(early, late) && to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      const atMiddle = play(step, before, middle);
      if (isSame(atMiddle, step)) tried = atMiddle;
      else if (isBetween(early, atMiddle)) [to, late] = [middle, atMiddle];
      else [from, early] = [middle, atMiddle];
    }
    return tried ?? whenSent;
  };

  let before: AnyMachineSnapshot | null = null;
  if (run.from !== null) {
    clock = run.steps[0]?.clock ?? clock;
    before = restored(machine, { ...run.from, context: reviveNow(run.from.context) });
  }
  for (const [index, step] of run.steps.entries()) {
    const replayed = playWhenHandled(step, before);
    const { snapshot, error, differences } = replayed;
    if (!isSame(replayed, step)) {
      return {
        path: run.path,
        step: index + 1,
        event: step.event,
        before: before && stateOf(before.value),
        recorded: { state: stateOf(step.after.value), status: step.after.status },
        now: { state: stateOf((snapshot ?? before)?.value), status: snapshot?.status ?? 'error' },
        differences,
        error: error === null || error instanceof Error ? (error?.message ?? null) : inText(error),
        hadReplacements: run.steps.slice(0, index + 1).some((each) => isRedacted(each.event)),
      };
    }
    before = snapshot;
  }
  return null;
}

/** Whether the first value that differs is recorded with a number between those of two replays. */
function isBetween(early: Replayed, late: Replayed): boolean {
  const [one] = early.differences;
  const other = late.differences.find(({ at }) => at === one?.at);
  if (one === undefined || other === undefined) return false;
  const [low, high] = [one.now, other.now].map(Number).toSorted((a, b) => a - b) as [number, number];
  return typeof one.recorded === 'number' && low < one.recorded && one.recorded < high;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Larger numbers are treated as instants, in milliseconds since 1970. */
const MIN_INSTANT = 1e12;

/**
 * By the innermost names. An undefined field counts as missing.
 *
 * @param duration of the step, in milliseconds: instants that the machine has read in it differ by no more
 */
function differencesOf(recorded: unknown, now: unknown, duration = 0, at = ''): Difference[] {
  if (Object.is(recorded, now)) return [];
  if (typeof recorded === 'number' && typeof now === 'number' && Math.min(recorded, now) > MIN_INSTANT)
    return Math.abs(recorded - now) <= duration ? [] : [{ at, recorded, now }];
  if (!isFields(recorded) || !isFields(now) || Array.isArray(recorded) !== Array.isArray(now))
    return [{ at, recorded, now }];
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
  return keys.flatMap((key) =>
    differencesOf(recorded[key], now[key], duration, at === '' ? key : `${at}.${key}`),
  );
}

function inText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

const stateText = ({ state, status }: Divergence['now']): string =>
  [state, status === 'active' ? '' : `(${status})`].filter(Boolean).join(' ');

function divergenceInWords(divergence: Divergence): string {
  const { path, step, event, before, differences, error, hadReplacements } = divergence;
  const { type, ...payload } = event;
  const [recorded, now] = [stateText(divergence.recorded), stateText(divergence.now)];
  return [
    `${path} diverges at step ${step}`,
    `  event     ${type}${Object.keys(payload).length === 0 ? '' : ` ${inText(payload)}`}`,
    before !== null && `  in        ${before}`,
    recorded !== now && `  recorded  ${recorded}\n  now       ${now}`,
    error !== null && `  failed    ${error}`,
    ...differences.map(
      (each) => `  ${each.at}\n    recorded  ${inText(each.recorded)}\n    now       ${inText(each.now)}`,
    ),
    hadReplacements && '  note      redacted values were replaced: this may be the cause',
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** A report for people: the divergences, then a summary. */
export function reportInWords({ runs, divergences }: ReplayReport): string {
  const steps = runs.reduce((sum, run) => sum + run.steps, 0);
  const redacted = runs.reduce((sum, run) => sum + run.redacted, 0);
  const { length } = divergences;
  const outcome =
    length === 0 ? 'all as recorded' : `${length} of the runs ${length === 1 ? 'diverges' : 'diverge'}`;
  return [
    ...divergences.map((divergence) => `${divergenceInWords(divergence)}\n`),
    ...(redacted === 0 ? [] : [`${redacted} of the events had redacted values, which were replaced.`]),
    `${runs.length} runs of machines with ${steps} events: ${outcome}.`,
  ].join('\n');
}
