import type { AnyMachineSnapshot } from 'xstate';
import type { NotifierEvent, ShowToast } from '../../../machines/engine/notifierEvents.ts';
import { withSilentActors } from '../../../tools/flows/paths.ts';
import type { StepInWords } from '../../../tools/flows/plan.ts';
import type { Person } from '../../browser/paths/page/person.ts';
import { type ExecutedAction, recordingScope } from '../behaviour.ts';
import type { LongPathLimits, MachineModel, Path, Step } from '../paths.ts';

/*
 * What a person does and sees on the paths of a machine. A path test in a browser does and checks the same things that the plan
 * for people says: each act and each sight has both its words and its execution.
 */

/** Something that a person does, or that happens meanwhile. */
export interface Act {
  readonly words: string;
  run(person: Person): Promise<unknown>;
}

/** Something that a person sees. */
export interface Sight {
  readonly words: string;
  check(person: Person): Promise<unknown>;
}

/** A step of a path with the steps before and after it. */
export interface StepInContext extends Step {
  readonly input: object | undefined;
  readonly earlier: readonly Step[];
  readonly later: readonly Step[];
  /** Undefined at the start. */
  readonly from: string | undefined;
  readonly next: Step | undefined;
}

/** The words for the paths of a machine. */
export interface PathWords {
  readonly name: string;
  readonly model: MachineModel;
  readonly longPaths: LongPathLimits;
  /** What a tester has to know and to prepare. */
  readonly about: readonly string[];
  /** Where and as whom a path starts; the path test prepares it. */
  start(step: StepInContext): string;
  /** By event type. */
  readonly events: Readonly<Record<string, (step: StepInContext) => readonly Act[]>>;
  /** The region whose states are said, in a machine that has parallel ones. */
  readonly checkedRegion?: string;
  /** By state, besides the messages that the machine shows in the step. */
  readonly states: Readonly<Record<string, (step: StepInContext) => readonly Sight[]>>;
  /** Messages that no path shows, each with where it is shown. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** The next event follows immediately, so that nobody sees the state. */
  isTransientState?(step: StepInContext): boolean;
}

/** The part of a state by which what is seen of it is found. */
export const checkedState = (region: string | undefined, state: string): string =>
  region === undefined
    ? state
    : (state.split(' ').find((part) => part.startsWith(`${region}.`)) ?? '').slice(region.length + 1);

export const stepsInContext = ({ input, steps }: Path): StepInContext[] =>
  steps.map((step, i) => ({
    ...step,
    input,
    earlier: steps.slice(0, i),
    later: steps.slice(i + 1),
    from: steps[i - 1]?.state,
    next: steps[i + 1],
  }));

/** The messages that a machine shows in each step of a path, and does not dismiss in the same step. */
function messagesOf({ machine }: MachineModel, { input, events }: Path): string[][] {
  const silent = withSilentActors(machine);
  const executed: ExecutedAction[] = [];
  const scope = recordingScope(executed);
  const takeMessages = (): string[] => {
    let shown: ShowToast[] = [];
    for (const { type, params } of executed.splice(0)) {
      const event = type === 'xstate.sendTo' ? (params as { event: NotifierEvent }).event : undefined;
      if (event?.type === 'notifier.show') shown.push(event);
      if (event?.type === 'notifier.dismissTopic') shown = shown.filter(({ topic }) => topic !== event.topic);
    }
    return shown.map(({ text }) => text);
  };
  let snapshot = silent.getInitialSnapshot(scope, input) as AnyMachineSnapshot;
  const first = takeMessages();
  const others = events.map((event) => {
    snapshot = silent.transition(snapshot, event, scope) as AnyMachineSnapshot;
    return takeMessages();
  });
  return [first, ...others];
}

const says = (text: string): Sight => ({
  words: `The message “${text}” appears.`,
  check: (person) => person.seesMessage(text),
});

/** What a path test does and checks in a step. */
export interface WordedStep extends StepInContext {
  /** Undefined for an event without an entry, and at the start. */
  readonly acts: readonly Act[] | undefined;
  /** Undefined for a state without an entry; null for a state that nobody sees. */
  readonly sights: readonly Sight[] | null | undefined;
}

export function wordedSteps(words: PathWords, path: Path): WordedStep[] {
  const messages = messagesOf(words.model, path);
  return stepsInContext(path).map((step, i) => {
    const seen = words.states[checkedState(words.checkedRegion, step.state)]?.(step);
    return {
      ...step,
      acts: step.event === null ? undefined : words.events[step.event.type]?.(step),
      sights: words.isTransientState?.(step) ? null : seen && [...(messages[i] ?? []).map(says), ...seen],
    };
  });
}

/** A path for people. What happens before anything can be seen is in one step. */
export function pathInWords(words: PathWords, path: Path): StepInWords[] {
  const steps: StepInWords[] = [];
  let does: string[] = [];
  for (const step of wordedSteps(words, path)) {
    does.push(...(step.event === null ? [words.start(step)].filter(Boolean) : wordsOf(step.acts ?? [])));
    if (step.sights === null && step.next) continue;
    steps.push({ does, sees: wordsOf(step.sights ?? []) });
    does = [];
  }
  return steps;
}

const wordsOf = (items: readonly { readonly words: string }[]): string[] =>
  items.map(({ words }) => words).filter((text) => text !== '');
