import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Box } from './drawing.ts';
import { drawnBox } from './drawing.ts';
import { graphOf, type GraphState, unnamedActors } from './graph.ts';
import type { Path, Step } from './paths.ts';
import { describeType, describeValue, type Wording } from './words.ts';

/** A step for a person: what is done, and what is there to see afterwards. */
export interface PlannedStep {
  readonly does: string;
  readonly sees: string;
  /** Ids of the transitions that it takes. */
  readonly transitions: readonly string[];
}

export interface PlannedPath {
  /** From 1, in the order of the paths. */
  readonly number: number;
  readonly steps: readonly PlannedStep[];
}

/** The paths of a machine as a plan that people read and follow. */
export interface Plan {
  readonly name: string;
  readonly paths: readonly PlannedPath[];
}

/** What a state shows, by its path: the descriptions of it and of those around it, or its name and tags. */
type Sights = (state: string) => string;

function sightsOf(machine: AnyStateMachine): Sights {
  const root = graphOf(machine);
  // By path and not by id: a state may have an id of its own.
  const states = new Map<string, GraphState>();
  const note = (state: GraphState, around: string): void => {
    for (const inner of state.states) {
      const path = `${around}${inner.name}`;
      states.set(path, inner);
      note(inner, `${path}.`);
    }
  };
  note(root, '');
  return (path) => {
    const parts = path === '' ? [''] : path.split(' ');
    const along = parts.flatMap((part) => {
      const keys = part === '' ? [] : part.split('.');
      return keys.map((_, n) => states.get(keys.slice(0, n + 1).join('.')));
    });
    const described = along.flatMap((state) => state?.description?.replace(/\.$/, '') ?? []);
    const tags = [...new Set(along.flatMap((state) => state?.tags ?? []))];
    const place = path === '' ? `${root.name} runs` : `it is in ${path}`;
    return [`${place}${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`, ...described].join('. ');
  };
}

type ActorNames = ReadonlyMap<string, string>;

/**
 * An event as something that happens: 'createOrder fails: 409 slot-taken', 'the delay termsAge passes'.
 *
 * @param actors what actors are called, by their ids, where the two differ
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

/** A step in words. The start of a machine has no event; it may have an input. */
export const doesInWords = (
  { event }: Pick<Step, 'event'>,
  input: object | undefined,
  wording?: Wording,
  actors?: ActorNames,
): string =>
  event === null
    ? `start${input === undefined ? '' : ` with ${describeValue(input, wording)}`}`
    : eventInWords(event, wording, actors);

/** The plan of paths that were found for a machine, in their order: a test that walks the paths walks the plan. */
export function planOf(
  name: string,
  machine: AnyStateMachine,
  paths: readonly Pick<Path, 'input' | 'steps'>[],
  wording?: Wording,
): Plan {
  const sees = sightsOf(machine);
  const actors = unnamedActors(machine);
  return {
    name,
    paths: paths.map(({ input, steps }, n) => ({
      number: n + 1,
      steps: steps.map((step) => ({
        does: doesInWords(step, input, wording, actors),
        sees: sees(step.state),
        transitions: step.transitions,
      })),
    })),
  };
}

const escapedMarkdown = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, String.raw`\$&`);

export const asMarkdown = ({ name, paths }: Plan): string =>
  [
    `# ${name}`,
    ...paths.map(({ number, steps }) =>
      [
        `## Path ${number}`,
        steps
          .map(
            ({ does, sees }, n) =>
              `${n + 1}. **${escapedMarkdown(does)}**\\\n   See: ${escapedMarkdown(sees)}.`,
          )
          .join('\n'),
      ].join('\n\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n');

/** A cell that a spreadsheet would take for a formula is text. */
const cell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

export const asCsv = (plans: readonly Plan[]): string =>
  [
    ['machine', 'path', 'step', 'do', 'see', 'transitions'],
    ...plans.flatMap(({ name, paths }) =>
      paths.flatMap(({ number, steps }) =>
        steps.map(({ does, sees, transitions }, n) => [
          name,
          number,
          n + 1,
          does,
          sees,
          transitions.join('; '),
        ]),
      ),
    ),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');

export const asGherkin = ({ name, paths }: Plan): string =>
  [
    `Feature: ${name}`,
    ...paths.map(({ number, steps }) =>
      [
        `  Scenario: path ${number}`,
        ...steps.flatMap(({ does, sees }, n) => [
          `    ${n === 0 ? 'Given' : 'When'} ${does}`,
          `    Then ${sees}`,
        ]),
      ].join('\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n');

/** The formats of a plan, by name. */
export const planFormats: Readonly<Record<string, (plans: readonly Plan[]) => string>> = {
  markdown: (plans) => plans.map(asMarkdown).join('\n'),
  csv: asCsv,
  gherkin: (plans) => plans.map(asGherkin).join('\n'),
};

/** By transition, the numbers of the paths that take it. */
export function walkedBy({ paths }: Plan): ReadonlyMap<string, readonly number[]> {
  const walked = new Map<string, number[]>();
  for (const { number, steps } of paths) {
    for (const id of new Set(steps.flatMap(({ transitions }) => transitions))) {
      walked.set(id, [...(walked.get(id) ?? []), number]);
    }
  }
  return walked;
}

/** So many numbers stand beside a transition; of more, how many there are. */
const MOST_NUMBERS = 4;

/** The boxes of a machine with the numbers of the paths that take each transition; one that none takes says so. */
export const coverageBox = (machine: AnyStateMachine, plan: Plan): Box =>
  walkedBox(machine, walkedBy(plan), () => 'no path');

/**
 * The boxes of a machine with what takes each transition.
 *
 * @param walked by the id of a transition, the numbers of the walks that take it
 * @param none what is said of one that nothing takes
 */
export function walkedBox(
  machine: AnyStateMachine,
  walked: ReadonlyMap<string, readonly number[]>,
  none: (transition: string) => string,
): Box {
  const noted = (box: Box): Box => ({
    ...box,
    rows: box.rows.map((row) => {
      if (row.transition === undefined || row.kind === 'action') return row;
      const numbers = walked.get(row.transition) ?? [];
      if (numbers.length === 0) {
        return { ...row, text: `${row.text}  (${none(row.transition)})`, change: 'removed' };
      }
      const rest = numbers.length > MOST_NUMBERS ? ` +${numbers.length - MOST_NUMBERS}` : '';
      return { ...row, text: `${row.text}  (${numbers.slice(0, MOST_NUMBERS).join(' ')}${rest})` };
    }),
    boxes: box.boxes.map(noted),
  });
  return noted(drawnBox(machine));
}
