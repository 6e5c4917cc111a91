import type { Box, Difference, Row } from '../drawing/box.ts';
import type { Definition } from './definition.ts';
import { type MergedGroup, type MergedState } from './merge.ts';

export const signs: Readonly<Record<Difference, string>> = { added: '+', removed: '−', changed: '±' };

const keyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const parentOf = (path: string): string | null =>
  path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The lines of a group as rows. An event without guards has its name in the row of its transition. */
export function rowsOf({ trigger, lines }: MergedGroup, nameOf = keyOf): Row[] {
  const ways = lines.filter(({ kind }) => kind === 'way');
  const isOneRow = ways.every(({ text }) => !text.startsWith('[') && text !== 'else');
  const marks = new Set(ways.map(({ change }) => change));
  const [mark] = marks.size === 1 ? marks : [];
  const head: Row[] =
    trigger === null || isOneRow
      ? []
      : [{ kind: 'cause', text: trigger, ...(mark && mark !== 'changed' && { change: mark }) }];
  return [
    ...head,
    ...lines.map(({ kind, text, targets, change }): Row => {
      const isCause = kind === 'way' && isOneRow;
      return {
        kind: isCause ? 'cause' : kind,
        text: (isCause ? [trigger, text] : [text]).filter(Boolean).join(' ') || 'always',
        ...(targets.length > 0 && { arrow: `→ ${targets.map(nameOf).join(', ')}` }),
        ...(targets.length > 0 && trigger !== null && { targets }),
        ...(change && { change }),
      };
    }),
  ];
}

const signed = (row: Row): Row =>
  row.change === undefined ? row : { ...row, text: `${signs[row.change]} ${row.text}` };

/**
 * Two versions of a machine as boxes. Differences are marked. Unchanged states have only their title, and are left out if no shown
 * transition leads to them.
 */
export function pictureOf(states: readonly MergedState[], before: Definition, after: Definition): Box {
  const rows = new Map(states.map((state) => [state.path, rowsIn(state)]));
  const shown = new Set<string>(['']);
  const show = (path: string | null): void => {
    if (path === null || shown.has(path)) return;
    shown.add(path);
    show(parentOf(path));
  };
  for (const { path, change, groups } of states) {
    if (change !== undefined) show(path);
    for (const { targets } of groups.flatMap(({ lines }) => lines)) targets.forEach(show);
  }
  const box = ({ path, change }: MergedState): Box => {
    const facts = [after, before].flatMap(
      (each) => each.states.find((state) => state.path === path)?.groups ?? [],
    );
    const find = (key: string) =>
      facts.find((group) => group.key === key && group.lines.length > 0)?.lines[0];
    const [initial] = find('initial')?.targets ?? [];
    const name = path === '' ? after.id : keyOf(path);
    const mark = change === 'added' || change === 'removed' ? `${signs[change]} ` : '';
    return {
      id: path || after.id,
      title: `${mark}${name}`,
      tags: [],
      rows: rows.get(path) ?? [],
      initial: initial !== undefined && shown.has(initial) ? initial : null,
      isFinal: find('type')?.text === 'type: final',
      isParallel: find('type')?.text === 'type: parallel',
      boxes: states.filter((inner) => parentOf(inner.path) === path && shown.has(inner.path)).map(box),
      ...(change && { change }),
    };
  };
  const [root] = states;
  const legend: Row = {
    kind: 'note',
    text: '+ added   − removed   ± changed   everything else is unchanged',
  };
  const machine = box(root as MergedState);
  return { ...machine, rows: [legend, ...machine.rows] };
}

function rowsIn({ path, groups, hiddenGroups, change }: MergedState): Row[] {
  const rows = groups.flatMap((group, n) =>
    rowsOf(group).map((row, m): Row => ({
      ...signed(row),
      ...(row.targets && { targets: row.targets.map((target) => target), transition: `${path} ${n}.${m}` }),
    })),
  );
  const hidden: Row[] =
    change === 'changed' && hiddenGroups > 0
      ? [{ kind: 'note', text: `… ${hiddenGroups} more unchanged` }]
      : [];
  return [...rows, ...hidden];
}
