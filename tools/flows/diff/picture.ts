import type { Box, Difference, Row } from '../drawing/box.ts';
import type { Definition } from './definition.ts';
import { type MergedGroup, type MergedState } from './merge.ts';

export const signs: Readonly<Record<Difference, string>> = { added: '+', removed: '−', changed: '±' };

const keyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const parentOf = (path: string): string | null =>
  path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The lines of a group as rows. An event without guards has its name in the row of its transition. */
export function rowsOf({ trigger, was, lines }: MergedGroup, nameOf = keyOf): Row[] {
  const ways = lines.filter(({ kind }) => kind === 'way');
  const isOneRow = ways.every(({ text }) => !text.startsWith('[') && text !== 'else');
  const head = was === null ? trigger : `${trigger}, was ${was}`;
  const [mark, ...others] = new Set(ways.map(({ change }) => change));
  const headMark = was !== null ? 'changed' : mark === 'changed' || others.length > 0 ? undefined : mark;
  return [
    ...(head === null || isOneRow ? [] : [row('cause', head, '', headMark)]),
    ...lines.map(({ kind, text, targets, change }): Row => {
      const arrow = targets.length > 0 ? `→ ${targets.map(nameOf).join(', ')}` : '';
      const line =
        kind === 'way' && isOneRow
          ? row('cause', [head, text].filter(Boolean).join(' '), arrow, change ?? headMark)
          : row(kind, text, arrow, change);
      return trigger === null || targets.length === 0 ? line : { ...line, targets };
    }),
  ];
}

const row = (kind: Row['kind'], text: string, arrow: string, change: Difference | undefined): Row => ({
  kind,
  text,
  ...(arrow && { arrow }),
  ...(change && { change }),
});

const signed = (each: Row): Row =>
  each.change === undefined ? each : { ...each, text: `${signs[each.change]} ${each.text}` };

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
  const box = ({ path, was, change }: MergedState): Box => {
    const facts = [after, before].flatMap(
      (each) => each.states.find((state) => state.path === path)?.groups ?? [],
    );
    const find = (key: string) =>
      facts.find((group) => group.key === key && group.lines.length > 0)?.lines[0];
    const [initial] = find('initial')?.targets ?? [];
    const name = path === '' ? after.id : keyOf(path);
    const mark = change === 'added' || change === 'removed' ? `${signs[change]} ` : '';
    const renamed = was === null ? '' : `, was ${keyOf(was)}`;
    return {
      id: path || after.id,
      title: `${mark}${name}${renamed}`,
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

function rowsIn({ path, groups, hiddenTriggers, change }: MergedState): Row[] {
  const rows = groups.flatMap((group, n) =>
    rowsOf(group).map((each, m): Row => ({
      ...signed(each),
      ...(each.targets && { transition: `${path} ${n}.${m}` }),
    })),
  );
  const hidden: Row[] =
    change === 'changed' && hiddenTriggers > 0
      ? [{ kind: 'note', text: `… ${hiddenTriggers} more unchanged` }]
      : [];
  return [...rows, ...hidden];
}
