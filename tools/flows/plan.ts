import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { unnamedActors } from './graph.ts';
import type { Path } from './paths.ts';
import type { StateNode } from './transitions.ts';
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

/** Where a machine is, with the tags and descriptions of the states: 'it is in on (lit). The room is bright'. */
function stateInWords({ root }: AnyStateMachine, state: string): string {
  const nodes = state.split(' ').flatMap((region) => {
    let node: StateNode | undefined = root;
    return region.split('.').flatMap((name) => (node = node?.states[name]) ?? []);
  });
  const tags = [...new Set(nodes.flatMap(({ tags: own }) => own))];
  const place = state === '' ? `${root.key} runs` : `it is in ${state}`;
  const described = nodes.flatMap(({ description }) => description?.replace(/\.$/, '') ?? []);
  return [`${place}${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`, ...described].join('. ');
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
export function planOf(name: string, machine: AnyStateMachine, paths: readonly Pick<Path, 'steps'>[]): Plan {
  const actorNames = unnamedActors(machine);
  return {
    name,
    paths: paths.map(({ steps }) =>
      steps.map(({ event, state }) => ({
        does: [event === null ? 'start' : eventInWords(event, actorNames)],
        sees: [stateInWords(machine, state)],
      })),
    ),
  };
}

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, String.raw`\$&`);

const asMarkdown = ({ name, about = [], paths }: Plan): string => {
  const pathTexts = paths.map((steps, number) => {
    const lines = steps.flatMap(({ does, sees }, n) => [
      `${n + 1}. **${escapeMarkdown(does.join(' '))}**`,
      ...sees.map((text) => `   - ${escapeMarkdown(text)}`),
    ]);
    return `## Path ${number + 1}\n\n${lines.join('\n')}`;
  });
  return `${[`# ${name}`, ...about.map(escapeMarkdown), ...pathTexts].join('\n\n')}\n`;
};

/** A CSV cell. A text that a spreadsheet would read as a formula gets a leading apostrophe. */
const csvCell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const asCsv = (plans: readonly Plan[]): string => {
  const rows = plans.flatMap(({ name, paths }) =>
    paths.flatMap((steps, number) =>
      steps.map(({ does, sees }, n) => [name, number + 1, n + 1, does.join(' '), sees.join(' ')]),
    ),
  );
  const all = [['machine', 'path', 'step', 'do', 'see'], ...rows];
  return all.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
};

const asGherkin = ({ name, paths }: Plan): string => {
  const clauses = (first: string, texts: readonly string[]): string[] =>
    texts.map((text, i) => `\n    ${i > 0 ? 'And' : first} ${text}`);
  const scenarios = paths.map((steps, number) => {
    const lines = steps.flatMap(({ does, sees }, n) => [
      ...clauses(n === 0 ? 'Given' : 'When', does),
      ...clauses('Then', sees),
    ]);
    return `\n\n  Scenario: path ${number + 1}${lines.join('')}`;
  });
  return `Feature: ${name}${scenarios.join('')}\n`;
};

export const planFormats: Readonly<Record<string, (plans: readonly Plan[]) => string>> = {
  markdown: (plans) => plans.map(asMarkdown).join('\n'),
  csv: asCsv,
  gherkin: (plans) => plans.map(asGherkin).join('\n'),
};
