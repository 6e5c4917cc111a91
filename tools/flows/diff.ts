import { squeezed } from './diff/code.ts';
import { type Definition, type Line, NAMED, STATE } from './diff/definition.ts';
import {
  type CodeDifference,
  differs,
  groupBy,
  merged,
  type MergedLine,
  mergeDefinitions,
} from './diff/merge.ts';
import { pictureOf, rowsOf } from './diff/picture.ts';
import { renamesBetween } from './diff/renames.ts';
import { drawBoxes } from './drawing.ts';

export { type Definition, definitionOf } from './diff/definition.ts';

const indents = { note: '', cause: '', about: '', way: '  ', action: '    ', aboutWay: '    ' } as const;
/** GitHub colours lines that begin with the first two. */
const signs = { added: '+', removed: '-', changed: '±' } as const;
const title = (path: string): string =>
  path === NAMED ? 'named implementations' : path || 'the whole machine';
const block = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? head : [head, '', '```diff', ...lines, '```'].join('\n');

/** Longer code is compared, but its lines are not. */
const MAX_PAIRS = 4_000_000;

/** The lines of two versions of a code that differ, with one line around them. */
function codeLines({ before, after }: Omit<CodeDifference, 'title'>): string[] {
  const [old = [], now = []] = [before, after].map((text) => (text === '' ? [] : text.split('\n')));
  if (old.length * now.length > MAX_PAIRS) return [`- ${old.length} lines`, `+ ${now.length} other lines`];
  const lines = merged(old, now, (line) => squeezed(line.trim()));
  const isShown = (n: number): boolean => [n - 1, n, n + 1].some((near) => lines[near]?.includes(null));
  return lines.flatMap(([one, other], n) => {
    if (!isShown(n)) return isShown(n - 1) || n === 0 ? ['  …'] : [];
    return [one === null ? `+ ${other}` : other === null ? `- ${one}` : `  ${other}`];
  });
}

/** A line of the summary, with new or removed code below; a name says nothing new. */
function textLines([row, line]: ReturnType<typeof rowsOf>[number]): string[] {
  const sign = row.change === undefined ? ' ' : signs[row.change];
  const targets = line?.targets.map((target) => target || 'the whole machine').join(', ');
  const code = line?.code[0]?.[1] ?? '"';
  const isCodeShown = sign !== '±' && sign !== ' ' && !code.startsWith('"');
  return [
    `${sign} ${indents[row.kind]}${row.text}${targets ? ` → ${targets}` : ''}`,
    ...(isCodeShown ? code.split('\n').map((each) => `${sign}       ${each}`) : []),
  ];
}

/** Where code is used: '**closed** `OPEN [isOpen] / ring`'. */
function placesIn(group: readonly MergedLine[]): (readonly [CodeDifference, place: string])[] {
  let way = '';
  return group.flatMap(({ state, trigger, kind, text, differences }) => {
    if (kind === 'way') way = text;
    const words = kind === 'action' ? [trigger, way, text] : [trigger, text];
    return differences.map(
      (code) => [code, `**${title(state)}** \`${words.filter(Boolean).join(' ')}\``] as const,
    );
  });
}

const MAX_PLACES = 8;

/**
 * How a machine's behaviour differs, as Markdown; empty if it does not. The order of states and events, comments and spaces do not
 * count.
 *
 * @param machines those that may send each other events
 */
export function changesBetween(
  before: Definition,
  after: Definition,
  machines: readonly Definition[] = [after],
): string {
  const { states, events, old } = renamesBetween(before, after);
  const changed = mergeDefinitions(old, after).filter(differs);
  const blocks = [...groupBy(changed, ([line]) => line?.state ?? '')].flatMap(([path, groups]) => {
    const isState = ([line]: readonly MergedLine[]) => line?.key === STATE;
    const change = groups.find(isState)?.[0]?.change;
    const lines = groups
      .filter((group) => !isState(group))
      .flatMap(rowsOf)
      .filter(([{ change: mark }]) => path !== NAMED || mark !== 'changed')
      .flatMap(textLines);
    const head = `**${title(path)}**${change === 'added' ? ' is new' : change === 'removed' ? ' was removed' : ''}`;
    return change === undefined && lines.length === 0 ? [] : [block(head, lines)];
  });
  const uses = groupBy(changed.flatMap(placesIn), ([code]) => JSON.stringify(code));
  const code = [...uses].map(([difference, all]) => {
    const named = `**${title(NAMED)}**`;
    const places = [...new Set(all.map(([, place]) => place))].filter((place) => !place.startsWith(named));
    const more = places.length > MAX_PLACES ? `, and ${places.length - MAX_PLACES} more` : '';
    const { title: name, ...versions } = JSON.parse(difference) as CodeDifference;
    const users =
      places.length > 0 ? `used in ${places.slice(0, MAX_PLACES).join(', ')}${more}` : 'which nothing uses';
    return block(`± \`${name}\`, ${users}`, codeLines(versions));
  });
  return [
    ...states.map(([from, to]) => `**${to}** is the new name of the state \`${from}\`.`),
    ...events.map((names) => newEventText(names, machines)),
    ...blocks,
    ...code,
  ].join('\n\n');
}

function newEventText([from, to]: readonly [string, string], machines: readonly Definition[]): string {
  const [senders = '', forgotten = ''] = [to, from].map((type) => sendersOf(type, machines).join(', '));
  const isHandled = machines.some(({ lines }) => lines.some(({ key }) => key === from));
  return [
    `\`${to}\` is the new name of the event \`${from}\`.`,
    senders === '' ? 'No machine sends the new name; views are not read.' : `It is sent by ${senders}.`,
    ...(forgotten === '' || isHandled ? [] : [`**The old name is still sent by ${forgotten}.**`]),
  ].join(' ');
}

/** 'rooms (`announce`)': where an event of this type is in the code or the data of the machines. */
const sendersOf = (type: string, machines: readonly Definition[]): string[] =>
  machines.flatMap(({ id, lines }) => {
    const sent = ['"', "'", '`'].map((quote) => `type: ${quote}${type}${quote}`);
    const isSender = ({ code }: Line) => code.some(([, text]) => sent.some((each) => text.includes(each)));
    const senders = new Set(
      lines.filter(isSender).map(({ text }) => `\`${text.replace(/^\/ |^action /, '')}\``),
    );
    return senders.size === 0 ? [] : [`${id} (${[...senders].join(', ')})`];
  });

/** Both versions in one picture: additions, removals and changes are coloured and marked; everything else is folded. */
export const drawChanges = (before: Definition, after: Definition): Promise<string> =>
  drawBoxes(pictureOf(renamesBetween(before, after), after));

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
    if (before === null || after === null)
      return [`### ${name}\n\n${before === null ? '+ The machine is new.' : '− The machine was removed.'}\n`];
    const changes = changesBetween(before, after, machines);
    return changes === '' ? [] : [`### ${name}\n\n[picture](${name}.svg)\n\n${changes}\n`];
  });
  const head = `## Flows: ${to} against ${from}\n\n`;
  if (parts.length === 0) return `${head}No machine behaves differently.\n`;
  const text = `${head}\`+\` is new, \`-\` was removed, \`±\` has a new name, or new code, shown below it.\n\n${parts.join('\n')}`;
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const shortened = text.slice(0, text.lastIndexOf('\n', MAX_SUMMARY_LENGTH));
  const isInBlock = shortened.split('\n```').length % 2 === 0;
  return `${shortened}\n${isInBlock ? '```\n' : ''}\n… and more: the pictures show all changes.\n`;
}
