import { aligned, guardOf, isReordered, targetsOf, type WayPair } from './diff/align.ts';
import type { Definition } from './diff/definition.ts';
import { mergedBox } from './diff/mergedBox.ts';
import { renamed, renamesBetween } from './diff/rename.ts';
import { drawBoxes } from './drawing.ts';
import { type Cause, type GraphState, statesOf, type Way } from './graph.ts';
import { historyInText, pathOf, targetInText } from './text.ts';

export { type Definition, definitionOf } from './diff/definition.ts';

/** One difference between two versions of a machine. */
export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Path of the state it is about; empty for the machine itself. */
  readonly state: string;
  /** In words. */
  readonly text: string;
}

const NOTHING: readonly never[] = [];
const code = (text: string): string => `\`${text}\``;
const listed = (names: readonly string[]): string => names.map(code).join(', ');

/** What differs in what a machine does. The order of states and events, comments and spaces are no difference. */
export function changesBetween(before: Definition, after: Definition): Change[] {
  const renames = renamesBetween(before.graph, after.graph);
  const old = renamed(before.graph, renames);
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
    if (!states.has(id))
      changes.push({ kind: 'removed', state: pathOf(state, old), text: 'is no state any more' });
  }
  return [...changes, ...codeChanges(before, after)];
}

function addedText(state: GraphState, root: GraphState): string {
  const exits = state.causes.flatMap(({ name, ways }) =>
    ways.map((way) => code([name, guardText(way), targetInText(way, root)].filter(Boolean).join(' '))),
  );
  return exits.length === 0 ? 'is a new state, which nothing leaves' : `is a new state: ${exits.join(', ')}`;
}

const guardText = (way: Way): string => (guardOf(way) === 'else' ? '' : `[${guardOf(way)}]`);

type OwnChange = Omit<Change, 'state'>;

function stateChanges(
  before: GraphState,
  after: GraphState,
  oldRoot: GraphState,
  root: GraphState,
): OwnChange[] {
  const changes: OwnChange[] = [
    ...listChanges(before.tags, after.tags, 'the tag'),
    ...listChanges(before.entry, after.entry, 'the entry action'),
    ...listChanges(before.exit, after.exit, 'the exit action'),
    ...listChanges(before.invokes, after.invokes, 'the running actor'),
  ];
  const differs = (text: string): void => void changes.push({ kind: 'changed', text });
  // A state with an id of its own keeps it under another name.
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
  if (before.description !== after.description) differs(described(before.description, after.description));
  if (before.code !== after.code)
    differs('does something else on the way in or out, or gives other input to what it runs');
  const types = new Set([...after.causes, ...before.causes].map(({ type }) => type));
  for (const type of types) {
    const [old, now] = [before, after].map(({ causes }) => causes.find((cause) => cause.type === type));
    changes.push(...causeChanges(old, now, oldRoot, root));
  }
  return changes;
}

const described = (before: string | null, after: string | null): string =>
  after === null
    ? 'is not described any more'
    : before === null
      ? `is described: “${after}”`
      : `is described as “${after}”, was “${before}”`;

function listChanges(before: readonly string[], after: readonly string[], what: string): OwnChange[] {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const isOther = before.length === after.length && before.some((name, n) => name !== after[n]);
  return [
    ...added.map((name): OwnChange => ({ kind: 'added', text: `has ${what} ${code(name)}` })),
    ...removed.map((name): OwnChange => ({ kind: 'removed', text: `has no more ${what} ${code(name)}` })),
    ...(added.length === 0 && removed.length === 0 && isOther
      ? [
          {
            kind: 'changed',
            text: `has its ${what.replace('the ', '')}s in the order ${listed(after)}`,
          } as const,
        ]
      : []),
  ];
}

function causeChanges(
  before: Cause | undefined,
  after: Cause | undefined,
  oldRoot: GraphState,
  root: GraphState,
): OwnChange[] {
  const [old, now] = [before?.ways ?? NOTHING, after?.ways ?? NOTHING];
  const name = after?.name ?? before?.name ?? '';
  const pairs = aligned(old, now);
  const changes = pairs.flatMap((pair) => pairChanges(pair, name, oldRoot, root));
  if (before !== undefined && after !== undefined && before.name !== after.name)
    changes.unshift({ kind: 'changed', text: `has ${code(after.name)}, was ${code(before.name)}` });
  if (isReordered(pairs, old))
    changes.push({
      kind: 'changed',
      text: `${code(name)}: the guards are asked in the order ${listed(now.map(guardOf))}, was ${listed(old.map(guardOf))}`,
    });
  return changes;
}

function pairChanges(
  { before, after }: WayPair,
  cause: string,
  oldRoot: GraphState,
  root: GraphState,
): OwnChange[] {
  const whole = (way: Way, of: GraphState): string =>
    code(
      [
        cause,
        guardText(way),
        targetInText(way, of) || '(stays)',
        way.actions.length > 0 ? `/ ${way.actions.join(', ')}` : '',
      ]
        .filter(Boolean)
        .join(' '),
    );
  if (before === null && after === null) return [];
  if (before === null) return [{ kind: 'added', text: `has the transition ${whole(after as Way, root)}` }];
  if (after === null) return [{ kind: 'removed', text: `has no more ${whole(before, oldRoot)}` }];
  const changes: OwnChange[] = [];
  const head = code([cause, guardText(after)].filter(Boolean).join(' '));
  const differs = (text: string): void => void changes.push({ kind: 'changed', text: `${head} ${text}` });
  if (guardOf(before) !== guardOf(after))
    differs(`is guarded by ${code(guardOf(after))}, was ${code(guardOf(before))}`);
  if (targetsOf(before).join() !== targetsOf(after).join()) {
    const place = (way: Way, of: GraphState): string =>
      code(targetInText(way, of).replace('→ ', '') || 'stays');
    differs(`leads to ${place(after, root)}, was ${place(before, oldRoot)}`);
  }
  const added = after.actions.filter((action) => !before.actions.includes(action));
  const removed = before.actions.filter((action) => !after.actions.includes(action));
  if (removed.length > 0) differs(`does no more ${listed(removed)}`);
  if (added.length > 0) differs(`also does ${listed(added)}`);
  if (added.length + removed.length === 0 && before.actions.join() !== after.actions.join())
    differs(`does ${listed(after.actions)}, in another order`);
  if (before.description !== after.description) differs(described(before.description, after.description));
  if (before.code !== after.code && added.length + removed.length === 0)
    differs('decides or does something else: the code that stands there has changed');
  return changes;
}

/** Names that are used before and after, with other code behind them. */
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

/** Both versions in one picture: what is added, removed and changed is coloured and marked; the rest is folded. */
export const drawChanges = (before: Definition, after: Definition): Promise<string> =>
  drawBoxes(mergedBox(renamed(before.graph, renamesBetween(before.graph, after.graph)), after.graph));

/** The versions of one machine. */
export interface Versions {
  readonly name: string;
  readonly before: Definition | null;
  readonly after: Definition | null;
}

/** A pull request takes no longer text. */
const LONGEST_SUMMARY = 60_000;

const marks = { added: '+', removed: '−', changed: '±' } as const;

/** The changes of all machines in words, as Markdown for a pull request. */
export function summaryOf(versions: readonly Versions[], from: string, to: string): string {
  const parts = versions.flatMap(({ name, before, after }) => {
    if (before === null) return [`### ${name}\n\n+ The machine is new.\n`];
    if (after === null) return [`### ${name}\n\n− The machine is gone.\n`];
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
  if (parts.length === 0) return `${head}No machine does anything else.\n`;
  const text = `${head}${parts.join('\n')}`;
  if (text.length <= LONGEST_SUMMARY) return text;
  const cut = text.slice(0, text.lastIndexOf('\n', LONGEST_SUMMARY));
  return `${cut}\n\n… and more: the pictures have all of it.\n`;
}
