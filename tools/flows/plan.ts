import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { type Box, machineBox } from './drawing.ts';
import { graphOf, type GraphState, unnamedActors } from './graph.ts';
import type { Path } from './paths.ts';
import { describeType } from './words.ts';

/** What a person does in a step, and what they see afterwards. Each text is a sentence. */
export interface StepInWords {
  readonly does: readonly string[];
  readonly sees: readonly string[];
}

/** A test plan for people. */
export interface Plan {
  readonly name: string;
  /** What a person has to know before. */
  readonly about?: readonly string[];
  readonly paths: readonly (readonly StepInWords[])[];
}

/** By the state's path: its name, its tags, and the descriptions of the state and its parents. */
function createExpectations(machine: AnyStateMachine): (state: string) => string {
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
    const statesOnPath = path.split(' ').flatMap((part) => {
      const keys = part === '' ? [] : part.split('.');
      return keys.map((_, n) => states.get(keys.slice(0, n + 1).join('.')));
    });
    const described = statesOnPath.flatMap((state) => state?.description?.replace(/\.$/, '') ?? []);
    const tags = [...new Set(statesOnPath.flatMap((state) => state?.tags ?? []))];
    const place = path === '' ? `${root.name} runs` : `it is in ${path}`;
    return [`${place}${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`, ...described].join('. ');
  };
}

/** An event without its payload as a clause: 'createOrder fails', 'the delay termsAge passes'. */
function eventInWords({ type }: AnyEventObject, actorNames: ReadonlyMap<string, string>): string {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (actor !== undefined)
    return `${actorNames.get(actor) ?? actor} ${kind === 'done' ? 'succeeds' : 'fails'}`;
  return type.startsWith('xstate.after.')
    ? `the delay ${describeType(type).replace(/^after /, '')} passes`
    : type;
}

/** The paths through the structure of a machine, in its own words: the names of events and states, and descriptions of states. */
export function planOf(
  name: string,
  machine: AnyStateMachine,
  paths: readonly Pick<Path, 'input' | 'steps'>[],
): Plan {
  const expectationOf = createExpectations(machine);
  const actorNames = unnamedActors(machine);
  return {
    name,
    paths: paths.map(({ steps }) =>
      steps.map(({ event, state }) => ({
        does: [event === null ? 'start' : eventInWords(event, actorNames)],
        sees: [expectationOf(state)],
      })),
    ),
  };
}

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, String.raw`\$&`);

const asMarkdown = ({ name, about = [], paths }: Plan): string =>
  [
    `# ${name}`,
    ...about.map(escapeMarkdown),
    ...paths.map((steps, number) =>
      [
        `## Path ${number + 1}`,
        steps
          .map(({ does, sees }, n) =>
            [
              `${n + 1}. **${escapeMarkdown(does.join(' '))}**`,
              ...sees.map((text) => `   - ${escapeMarkdown(text)}`),
            ].join('\n'),
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

const asCsv = (plans: readonly Plan[]): string =>
  [
    ['machine', 'path', 'step', 'do', 'see'],
    ...plans.flatMap(({ name, paths }) =>
      paths.flatMap((steps, number) =>
        steps.map(({ does, sees }, n) => [name, number + 1, n + 1, does.join(' '), sees.join(' ')]),
      ),
    ),
  ]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');

const asGherkin = ({ name, paths }: Plan): string =>
  [
    `Feature: ${name}`,
    ...paths.map((steps, number) =>
      [
        `  Scenario: path ${number + 1}`,
        ...steps.flatMap(({ does, sees }, n) => [
          ...does.map((text, i) => `    ${i > 0 ? 'And' : n === 0 ? 'Given' : 'When'} ${text}`),
          ...sees.map((text, i) => `    ${i > 0 ? 'And' : 'Then'} ${text}`),
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

/** At most this many numbers are shown next to a transition, followed by the count of the rest. */
const MAX_NUMBERS = 4;

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
