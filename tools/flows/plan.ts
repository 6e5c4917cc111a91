import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Box } from './drawing.ts';
import { machineBox } from './drawing.ts';
import { graphOf, type GraphState, unnamedActors } from './graph.ts';
import type { Path, Step } from './paths.ts';
import { describeType, describeValue, type Wording } from './words.ts';

/** A step for a person: an action, and the expected result. */
export interface PlannedStep {
  readonly action: string;
  readonly expectation: string;
  readonly transitions: readonly string[];
}

export interface PlannedPath {
  /** Counted from 1, in the order of the paths. */
  readonly number: number;
  readonly steps: readonly PlannedStep[];
}

/** A test plan for people. */
export interface Plan {
  readonly name: string;
  readonly paths: readonly PlannedPath[];
}

/** By the state's path: its name, its tags, and the descriptions of the state and its parents. */
type ExpectationOf = (state: string) => string;

function createExpectations(machine: AnyStateMachine): ExpectationOf {
  const root = graphOf(machine);
  // By path and not by id: a state may have an explicit id.
  const states = new Map<string, GraphState>();
  const record = (state: GraphState, around: string): void => {
    for (const inner of state.states) {
      const path = `${around}${inner.name}`;
      states.set(path, inner);
      record(inner, `${path}.`);
    }
  };
  record(root, '');
  return (path) => {
    const parts = path === '' ? [''] : path.split(' ');
    const statesOnPath = parts.flatMap((part) => {
      const keys = part === '' ? [] : part.split('.');
      return keys.map((_, n) => states.get(keys.slice(0, n + 1).join('.')));
    });
    const described = statesOnPath.flatMap((state) => state?.description?.replace(/\.$/, '') ?? []);
    const tags = [...new Set(statesOnPath.flatMap((state) => state?.tags ?? []))];
    const place = path === '' ? `${root.name} runs` : `it is in ${path}`;
    return [`${place}${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`, ...described].join('. ');
  };
}

type ActorNames = ReadonlyMap<string, string>;

/**
 * An event as a sentence: 'createOrder fails: 409 slot-taken', 'the delay termsAge passes'.
 *
 * @param actors the names of actors by their ids, if the two differ
 */
export function eventInWords(
  { type, ...payload }: AnyEventObject,
  wording?: Wording,
  actors?: ActorNames,
): string {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  const value: unknown = 'output' in payload ? payload['output'] : payload['error'];
  const result = value === undefined ? '' : `: ${describeValue(value, wording)}`;
  if (actor !== undefined)
    return `${actors?.get(actor) ?? actor} ${kind === 'done' ? 'succeeds' : 'fails'}${result}`;
  if (type.startsWith('xstate.after.'))
    return `the delay ${describeType(type).replace(/^after /, '')} passes`;
  return Object.keys(payload).length === 0 ? type : `${type} ${describeValue(payload, wording)}`;
}

/** The start of a machine has no event; it may have an input. */
export const actionInWords = (
  { event }: Pick<Step, 'event'>,
  input: object | undefined,
  wording?: Wording,
  actors?: ActorNames,
): string =>
  event === null
    ? `start${input === undefined ? '' : ` with ${describeValue(input, wording)}`}`
    : eventInWords(event, wording, actors);

/** In the order of the paths: a test that plays the paths follows the plan. */
export function planOf(
  name: string,
  machine: AnyStateMachine,
  paths: readonly Pick<Path, 'input' | 'steps'>[],
  wording?: Wording,
): Plan {
  const expectationOf = createExpectations(machine);
  const actors = unnamedActors(machine);
  return {
    name,
    paths: paths.map(({ input, steps }, n) => ({
      number: n + 1,
      steps: steps.map((step) => ({
        action: actionInWords(step, input, wording, actors),
        expectation: expectationOf(step.state),
        transitions: step.transitions,
      })),
    })),
  };
}

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, String.raw`\$&`);

export const asMarkdown = ({ name, paths }: Plan): string =>
  [
    `# ${name}`,
    ...paths.map(({ number, steps }) =>
      [
        `## Path ${number}`,
        steps
          .map(
            ({ action, expectation }, n) =>
              `${n + 1}. **${escapeMarkdown(action)}**\\\n   See: ${escapeMarkdown(expectation)}.`,
          )
          .join('\n'),
      ].join('\n\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n');

/** A CSV cell. A text that a spreadsheet would read as a formula gets a leading apostrophe. */
const csvCell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

export const asCsv = (plans: readonly Plan[]): string =>
  [
    ['machine', 'path', 'step', 'do', 'see', 'transitions'],
    ...plans.flatMap(({ name, paths }) =>
      paths.flatMap(({ number, steps }) =>
        steps.map(({ action, expectation, transitions }, n) => [
          name,
          number,
          n + 1,
          action,
          expectation,
          transitions.join('; '),
        ]),
      ),
    ),
  ]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');

export const asGherkin = ({ name, paths }: Plan): string =>
  [
    `Feature: ${name}`,
    ...paths.map(({ number, steps }) =>
      [
        `  Scenario: path ${number}`,
        ...steps.flatMap(({ action, expectation }, n) => [
          `    ${n === 0 ? 'Given' : 'When'} ${action}`,
          `    Then ${expectation}`,
        ]),
      ].join('\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n');

export const planFormats: Readonly<Record<string, (plans: readonly Plan[]) => string>> = {
  markdown: (plans) => plans.map(asMarkdown).join('\n'),
  csv: asCsv,
  gherkin: (plans) => plans.map(asGherkin).join('\n'),
};

/** By the id of the transition. */
export function pathNumbersByTransition({ paths }: Plan): ReadonlyMap<string, readonly number[]> {
  const takenBy = new Map<string, number[]>();
  for (const { number, steps } of paths) {
    for (const id of new Set(steps.flatMap(({ transitions }) => transitions))) {
      takenBy.set(id, [...(takenBy.get(id) ?? []), number]);
    }
  }
  return takenBy;
}

/** At most this many numbers are shown next to a transition, followed by the count of the rest. */
const MAX_NUMBERS = 4;

/** With the numbers of the paths that take each transition; a transition without a path is marked. */
export const coverageBox = (machine: AnyStateMachine, plan: Plan): Box =>
  boxWithNumbers(machine, pathNumbersByTransition(plan), () => 'no path');

/**
 * The boxes of a machine with the numbers of the path tests that take each transition.
 *
 * @param takenBy the numbers of the path tests, by the id of the transition
 * @param textWithoutNumbers the text next to a transition that no path test takes
 */
export function boxWithNumbers(
  machine: AnyStateMachine,
  takenBy: ReadonlyMap<string, readonly number[]>,
  textWithoutNumbers: (transition: string) => string,
): Box {
  const withNumbers = (box: Box): Box => ({
    ...box,
    rows: box.rows.map((row) => {
      if (row.transition === undefined || row.kind === 'action') return row;
      const numbers = takenBy.get(row.transition) ?? [];
      if (numbers.length === 0) {
        return { ...row, text: `${row.text}  (${textWithoutNumbers(row.transition)})`, change: 'removed' };
      }
      const rest = numbers.length > MAX_NUMBERS ? ` +${numbers.length - MAX_NUMBERS}` : '';
      return { ...row, text: `${row.text}  (${numbers.slice(0, MAX_NUMBERS).join(' ')}${rest})` };
    }),
    boxes: box.boxes.map(withNumbers),
  });
  return withNumbers(machineBox(machine));
}
