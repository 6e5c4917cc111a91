import { alignTransitions, guardOf, isReordered, targetsOf, type TransitionPair } from './diff/align.ts';
import type { Definition } from './diff/definition.ts';
import { mergedBox } from './diff/mergedBox.ts';
import { applyRenames, findRenames } from './diff/rename.ts';
import { drawBoxes } from './drawing.ts';
import { type Trigger, type GraphState, statesOf, type GraphTransition } from './graph.ts';
import { historyInText, pathOf, targetInText } from './text.ts';

export { type Definition, definitionOf } from './diff/definition.ts';

/** One difference between two versions of a machine. */
export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Empty for the machine itself. */
  readonly state: string;
  readonly text: string;
}

const NOTHING: readonly never[] = [];
const code = (text: string): string => `\`${text}\``;
const codeList = (names: readonly string[]): string => names.map(code).join(', ');

/** The order of states and events, comments and spaces do not count. */
export function changesBetween(before: Definition, after: Definition): Change[] {
  const renames = findRenames(before.graph, after.graph);
  const old = applyRenames(before.graph, renames);
  const now = after.graph;
  const oldStates = new Map(statesOf(old).map((state) => [state.id, state]));
  const states = new Map(statesOf(now).map((state) => [state.id, state]));
  const changes: Change[] = renames.map(([from, to]) => ({
    kind: 'changed',
    state: pathOf({ id: to }, now),
    text: `is the new name of ${code(pathOf({ id: from }, before.graph))}`,
  }));
  for (const [id, state] of states) {
    const earlier = oldStates.get(id);
    const at = id === now.id ? '' : pathOf(state, now);
    if (earlier === undefined) changes.push({ kind: 'added', state: at, text: addedText(state, now) });
    else changes.push(...stateChanges(earlier, state, old, now).map((change) => ({ ...change, state: at })));
  }
  for (const [id, state] of oldStates) {
    if (!states.has(id)) changes.push({ kind: 'removed', state: pathOf(state, old), text: 'was removed' });
  }
  return [...changes, ...codeChanges(before, after)];
}

function addedText(state: GraphState, root: GraphState): string {
  const exits = state.triggers.flatMap(({ name, transitions }) =>
    transitions.map((transition) =>
      code([name, guardText(transition), targetInText(transition, root)].filter(Boolean).join(' ')),
    ),
  );
  return exits.length === 0
    ? 'is a new state without outgoing transitions'
    : `is a new state: ${exits.join(', ')}`;
}

const guardText = (transition: GraphTransition): string =>
  guardOf(transition) === 'else' ? '' : `[${guardOf(transition)}]`;

type StateChange = Omit<Change, 'state'>;

function stateChanges(
  before: GraphState,
  after: GraphState,
  oldRoot: GraphState,
  root: GraphState,
): StateChange[] {
  const changes: StateChange[] = [
    ...listChanges(before.tags, after.tags, 'the tag'),
    ...listChanges(before.entry, after.entry, 'the entry action'),
    ...listChanges(before.exit, after.exit, 'the exit action'),
    ...listChanges(before.invokes, after.invokes, 'the running actor'),
  ];
  const differs = (text: string): void => void changes.push({ kind: 'changed', text });
  // A state with an explicit id keeps it when it is renamed.
  if (before.name !== after.name && after !== root)
    differs(`is called ${code(after.name)}, was ${code(before.name)}`);
  if (before.type !== after.type) differs(`is ${after.type}, was ${before.type}`);
  if (before.history !== null && after.history !== null) {
    const [was, is] = [historyInText(before.history, oldRoot), historyInText(after.history, root)];
    if (was !== is) differs(`is a ${code(is)}, was ${code(was)}`);
  }
  if (before.initial !== after.initial && after.type === 'compound') {
    const name = (id: string | null, of: GraphState): string =>
      code(id === null ? 'nothing' : pathOf({ id }, of));
    differs(`starts in ${name(after.initial, root)}, was ${name(before.initial, oldRoot)}`);
  }
  if (before.description !== after.description)
    differs(descriptionChange(before.description, after.description));
  if (before.code !== after.code) differs('has other entry or exit code, or gives other input to its actors');
  const types = new Set([...after.triggers, ...before.triggers].map(({ type }) => type));
  for (const type of types) {
    const [old, now] = [before, after].map(({ triggers }) =>
      triggers.find((trigger) => trigger.type === type),
    );
    changes.push(...triggerChanges(old, now, oldRoot, root));
  }
  return changes;
}

const descriptionChange = (before: string | null, after: string | null): string =>
  after === null
    ? 'no longer has a description'
    : before === null
      ? `has the description “${after}”`
      : `has the description “${after}”, was “${before}”`;

function listChanges(before: readonly string[], after: readonly string[], label: string): StateChange[] {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const isReorderedList = before.length === after.length && before.some((name, n) => name !== after[n]);
  return [
    ...added.map((name): StateChange => ({ kind: 'added', text: `has ${label} ${code(name)}` })),
    ...removed.map((name): StateChange => ({
      kind: 'removed',
      text: `no longer has ${label} ${code(name)}`,
    })),
    ...(added.length === 0 && removed.length === 0 && isReorderedList
      ? [
          {
            kind: 'changed',
            text: `has its ${label.replace('the ', '')}s in the order ${codeList(after)}`,
          } as const,
        ]
      : []),
  ];
}

function triggerChanges(
  before: Trigger | undefined,
  after: Trigger | undefined,
  oldRoot: GraphState,
  root: GraphState,
): StateChange[] {
  const [old, now] = [before?.transitions ?? NOTHING, after?.transitions ?? NOTHING];
  const name = after?.name ?? before?.name ?? '';
  const pairs = alignTransitions(old, now);
  const changes = pairs.flatMap((pair) => pairChanges(pair, name, oldRoot, root));
  if (before !== undefined && after !== undefined && before.name !== after.name)
    changes.unshift({ kind: 'changed', text: `has ${code(after.name)}, was ${code(before.name)}` });
  if (isReordered(pairs, old))
    changes.push({
      kind: 'changed',
      text: `${code(name)}: the guards are evaluated in the order ${codeList(now.map(guardOf))}, was ${codeList(old.map(guardOf))}`,
    });
  return changes;
}

function pairChanges(
  { before, after }: TransitionPair,
  trigger: string,
  oldRoot: GraphState,
  root: GraphState,
): StateChange[] {
  const transitionText = (transition: GraphTransition, of: GraphState): string =>
    code(
      [
        trigger,
        guardText(transition),
        targetInText(transition, of) || '(stays)',
        transition.actions.length > 0 ? `/ ${transition.actions.join(', ')}` : '',
      ]
        .filter(Boolean)
        .join(' '),
    );
  if (before === null && after === null) return [];
  if (before === null)
    return [{ kind: 'added', text: `has the transition ${transitionText(after as GraphTransition, root)}` }];
  if (after === null) return [{ kind: 'removed', text: `no longer has ${transitionText(before, oldRoot)}` }];
  const changes: StateChange[] = [];
  const head = code([trigger, guardText(after)].filter(Boolean).join(' '));
  const differs = (text: string): void => void changes.push({ kind: 'changed', text: `${head} ${text}` });
  if (guardOf(before) !== guardOf(after))
    differs(`is guarded by ${code(guardOf(after))}, was ${code(guardOf(before))}`);
  if (targetsOf(before).join() !== targetsOf(after).join()) {
    const targetText = (transition: GraphTransition, of: GraphState): string =>
      code(targetInText(transition, of).replace('→ ', '') || 'stays');
    differs(`leads to ${targetText(after, root)}, was ${targetText(before, oldRoot)}`);
  }
  const added = after.actions.filter((action) => !before.actions.includes(action));
  const removed = before.actions.filter((action) => !after.actions.includes(action));
  if (removed.length > 0) differs(`no longer does ${codeList(removed)}`);
  if (added.length > 0) differs(`also does ${codeList(added)}`);
  if (added.length + removed.length === 0 && before.actions.join() !== after.actions.join())
    differs(`does ${codeList(after.actions)}, in another order`);
  if (before.description !== after.description)
    differs(descriptionChange(before.description, after.description));
  if (before.code !== after.code && added.length + removed.length === 0) differs('has other inline code');
  return changes;
}

/** Names whose implementation has changed. */
function codeChanges(before: Definition, after: Definition): Change[] {
  return Object.entries(after.code)
    .filter(([name, text]) => before.code[name] !== undefined && before.code[name] !== text)
    .map(([name]) => {
      const [kind = '', ...rest] = name.split(' ');
      return {
        kind: 'changed',
        state: '',
        text: `the code of the ${kind} ${code(rest.join(' '))} has changed`,
      };
    });
}

/** Both versions in one picture: additions, removals and changes are coloured and marked; everything else is folded. */
export const drawChanges = (before: Definition, after: Definition): Promise<string> =>
  drawBoxes(mergedBox(applyRenames(before.graph, findRenames(before.graph, after.graph)), after.graph));

export interface Versions {
  readonly name: string;
  readonly before: Definition | null;
  readonly after: Definition | null;
}

/** The comment of a pull request cannot be longer. */
const MAX_SUMMARY_LENGTH = 60_000;

const marks = { added: '+', removed: '−', changed: '±' } as const;

/** As Markdown for a pull request. */
export function summaryOf(versions: readonly Versions[], from: string, to: string): string {
  const parts = versions.flatMap(({ name, before, after }) => {
    if (before === null) return [`### ${name}\n\n+ The machine is new.\n`];
    if (after === null) return [`### ${name}\n\n− The machine was removed.\n`];
    const changes = changesBetween(before, after);
    if (changes.length === 0) return [];
    const count = (kind: Change['kind']): string => {
      const some = changes.filter((change) => change.kind === kind).length;
      return some === 0 ? '' : `${some} ${kind}`;
    };
    const counts = [count('added'), count('removed'), count('changed')].filter(Boolean).join(', ');
    const lines = changes.map(
      ({ kind, state, text }) => `- **${marks[kind]}** ${state === '' ? '' : `**${state}** `}${text}`,
    );
    return [`### ${name}\n\n${counts}; [picture](${name}.svg)\n\n${lines.join('\n')}\n`];
  });
  const head = `## Flows: ${to} against ${from}\n\n`;
  if (parts.length === 0) return `${head}No machine behaves differently.\n`;
  const text = `${head}${parts.join('\n')}`;
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const shortened = text.slice(0, text.lastIndexOf('\n', MAX_SUMMARY_LENGTH));
  return `${shortened}\n\n… and more: the pictures show all changes.\n`;
}
