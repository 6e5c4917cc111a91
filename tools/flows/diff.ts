import { merged, mergeLines, mergeStates, type CodeDifference } from './diff/merge.ts';
import type { Definition, Line } from './diff/definition.ts';
import { pictureOf, rowsOf, signs } from './diff/picture.ts';
import { renamesBetween } from './diff/renames.ts';
import { squeezed } from './diff/code.ts';
import { drawBoxes } from './drawing.ts';

export { type Definition, definitionOf } from './diff/definition.ts';

const indents = { note: '', cause: '', about: '', way: '  ', action: '    ', aboutWay: '    ' } as const;

/** A block that GitHub colours. */
const block = (lines: readonly string[]): string => ['```diff', ...lines, '```'].join('\n');

/** The lines of two versions of a code that differ, with one line around them. */
function codeLines({ before, after }: Pick<CodeDifference, 'before' | 'after'>): string[] {
  const split = (text: string): string[] => (text === '' ? [] : text.split('\n'));
  const lines = merged(split(before), split(after), (line) => squeezed(line.trim()));
  const isShown = (n: number): boolean => [n - 1, n, n + 1].some((near) => lines[near]?.includes(null));
  return lines.flatMap(([old, now], n) => {
    if (!isShown(n)) return isShown(n - 1) || n === 0 ? ['  …'] : [];
    return [old === null ? `+ ${now}` : now === null ? `- ${old}` : `  ${now}`];
  });
}

const MAX_PLACES = 8;
const placesText = (places: readonly string[]): string =>
  places.length === 0
    ? 'which nothing uses'
    : `used in ${places.slice(0, MAX_PLACES).join(', ')}${places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more places` : ''}`;

/** How a machine's behaviour differs, as Markdown; empty if it does not. The order of states and events, comments and spaces do not count. */
export function changesBetween(
  before: Definition,
  after: Definition,
  machines: readonly Definition[] = [after],
): string {
  const renames = renamesBetween(before, after);
  const states = mergeStates(renames, after);
  const title = (path: string): string => `**${path || 'the whole machine'}**`;
  const parts: string[] = [
    ...renames.states.map(([from, to]) => `${title(to)} is the new name of the state \`${from}\`.`),
    ...renames.triggers.flatMap((names) => newNameText(names, machines)),
  ];
  const uses = new Map<string, { readonly code: CodeDifference; readonly places: Set<string> }>();
  const use = (code: CodeDifference, place: string | null): void => {
    const key = JSON.stringify(code);
    const { places } = uses.get(key) ?? { places: new Set() };
    uses.set(key, { code, places });
    if (place !== null) places.add(place);
  };
  for (const { path, change, groups } of states) {
    if (change === undefined || (change === 'changed' && groups.length === 0)) continue;
    const lines = groups.flatMap((group) => {
      const rows = rowsOf(group, (target) => target || after.id);
      const heads = rows.length - group.lines.length;
      let way = group.trigger ?? '';
      return rows.flatMap(({ kind, text, arrow, change: mark }, n) => {
        const sign = mark === undefined ? ' ' : { added: '+', removed: '-', changed: '±' }[mark];
        const line = group.lines[n - heads];
        if (kind === 'cause') way = text;
        if (kind === 'way') way = `${group.trigger} ${text}`;
        for (const code of line?.differences ?? [])
          use(
            code,
            `${title(path)} \`${kind === 'action' ? `${way} ${text}` : group.trigger === null ? text : way}\``,
          );
        return [
          `${sign} ${indents[kind]}${[text, arrow].filter(Boolean).join(' ')}`,
          ...(sign === '+' || sign === '-' ? newCode(line).map((code) => `${sign}       ${code}`) : []),
        ];
      });
    });
    const head = change === 'added' ? ' is new' : change === 'removed' ? ' was removed' : '';
    parts.push(`${title(path)}${head}\n\n${block(lines)}`);
  }
  for (const line of mergeLines(
    renames.old.implementations.toSorted(byText),
    after.implementations.toSorted(byText),
  )) {
    const { change, text, code, differences } = line;
    for (const each of differences) use(each, null);
    const own = code[0]?.[1] ?? '';
    if (change === 'added')
      parts.push(`\`${text}\` is new\n\n${block(codeLines({ before: '', after: own }))}`);
    if (change === 'removed')
      parts.push(`\`${text}\` was removed\n\n${block(codeLines({ before: own, after: '' }))}`);
  }
  for (const { code, places } of uses.values())
    parts.push(
      `${signs.changed} \`${code.title}\` differs, ${placesText([...places])}\n\n${block(codeLines(code))}`,
    );
  return parts.join('\n\n');
}

const byText = (one: Line, other: Line): number => (one.text < other.text ? -1 : 1);

/** Code that stands in the machine itself; a name says nothing new. */
const newCode = (line: Line | undefined): string[] => {
  const own = line?.code[0]?.[1] ?? '"';
  return own.startsWith('"') ? [] : own.split('\n');
};

/** A sender that still uses the old name is a mistake, unless another machine has such an event. */
function newNameText([from, to]: readonly [string, string], machines: readonly Definition[]): string[] {
  if (to.startsWith('xstate.')) return [];
  const [senders, forgotten] = [to, from].map((type) => sendersOf(type, machines).join(', '));
  const isHandled = machines.some(({ states }) =>
    states.some(({ groups }) => groups.some(({ key }) => key === from)),
  );
  const text = `\`${to}\` is the new name of the event \`${from}\`. ${senders ? `It is sent by ${senders}.` : 'No machine sends it.'}`;
  return [forgotten && !isHandled ? `${text} **The old name is still sent by ${forgotten}.**` : text];
}

/** 'rooms (`announce`)': where an event of this type is in the code or the data of the machines. */
const sendersOf = (type: string, machines: readonly Definition[]): string[] =>
  machines.flatMap(({ id, states, implementations }) => {
    const sent = ['"', "'", '`'].map((quote) => `type: ${quote}${type}${quote}`);
    const lines = [
      implementations,
      ...states.flatMap(({ groups }) => groups.map((group) => group.lines)),
    ].flat();
    const senders = lines
      .filter(({ code }) => code.some(([, text]) => sent.some((each) => text.includes(each))))
      .map(({ text }) => `\`${text.replace(/^\/ |^action /, '')}\``);
    return senders.length === 0 ? [] : [`${id} (${[...new Set(senders)].join(', ')})`];
  });

/** Both versions in one picture: additions, removals and changes are coloured and marked; everything else is folded. */
export const drawChanges = (before: Definition, after: Definition): Promise<string> => {
  const renames = renamesBetween(before, after);
  return drawBoxes(pictureOf(mergeStates(renames, after), renames.old, after));
};

export interface Versions {
  readonly name: string;
  readonly before: Definition | null;
  readonly after: Definition | null;
}

/** The comment of a pull request cannot be longer. */
const MAX_SUMMARY_LENGTH = 60_000;

/** As Markdown for a pull request. */
export function summaryOf(versions: readonly Versions[], from: string, to: string): string {
  const machines = versions.flatMap(({ after }) => after ?? []);
  const parts = versions.flatMap(({ name, before, after }) => {
    if (before === null) return [`### ${name}\n\n+ The machine is new.\n`];
    if (after === null) return [`### ${name}\n\n− The machine was removed.\n`];
    const changes = changesBetween(before, after, machines);
    return changes === '' ? [] : [`### ${name}\n\n[picture](${name}.svg)\n\n${changes}\n`];
  });
  const head = `## Flows: ${to} against ${from}\n\n`;
  if (parts.length === 0) return `${head}No machine behaves differently.\n`;
  const text = `${head}${parts.join('\n')}`;
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  // Not within a block of code.
  const shortened = text.slice(0, text.lastIndexOf('```\n\n', MAX_SUMMARY_LENGTH));
  return `${shortened}\`\`\`\n\n… and more: the pictures show all changes.\n`;
}
