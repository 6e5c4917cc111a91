import type { Box, Difference, Row } from '../drawing/box.ts';
import { type Definition, NAMED, parentOf, STATE } from './definition.ts';
import { differs, groupBy, type MergedLine, mergeDefinitions } from './merge.ts';
import type { Renames } from './renames.ts';

const signs: Readonly<Record<Difference, string>> = { added: '+', removed: '−', changed: '±' };

const keyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const row = (kind: Row['kind'], text: string, change: Difference | undefined): Row =>
  change === undefined ? { kind, text } : { kind, text, change };

/** The lines of a group as rows. An event without guards has its name in the row of its transition. */
export function rowsOf(group: readonly MergedLine[]): (readonly [row: Row, line: MergedLine | null])[] {
  const ways = group.filter(({ kind }) => kind === 'way');
  const isOneRow = ways.every(({ text }) => !text.startsWith('[') && text !== 'else');
  const trigger = group[0]?.trigger ?? null;
  const was = group.find((line) => line.was !== null)?.was;
  const head = was ? `${trigger}, was ${was}` : trigger;
  const [mark, ...others] = new Set(ways.map(({ change }) => change));
  const headMark = was ? 'changed' : mark === 'changed' || others.length > 0 ? undefined : mark;
  const rows = group.map((line) => {
    const isHead = line.kind === 'way' && isOneRow;
    const text = isHead ? [head, line.text].filter(Boolean).join(' ') : line.text;
    return [
      row(isHead ? 'cause' : line.kind, text, line.change ?? (isHead ? headMark : undefined)),
      line,
    ] as const;
  });
  return head === null || isOneRow ? rows : [[row('cause', head, headMark), null], ...rows];
}

/**
 * Two versions of a machine as boxes. Differences are marked. Unchanged states have only their title, and are left out if no shown
 * transition leads to them.
 */
export function pictureOf({ states: renamed, old }: Renames, after: Definition): Box {
  const groups = mergeDefinitions(old, after);
  const states = groupBy(groups, ([line]) => line?.state ?? '');
  const shown = new Set<string>(['', NAMED]);
  const show = (path: string | null): void => {
    if (path === null || shown.has(path)) return;
    shown.add(path);
    show(parentOf(path));
  };
  for (const [, path] of renamed) show(path);
  for (const line of groups.filter(differs).flat()) [line.state, ...line.targets].forEach(show);

  const rowsIn = (group: readonly MergedLine[]): Row[] =>
    rowsOf(group).map(([each, line], n) => {
      const { targets = [], trigger = null, state = '', key = '' } = line ?? {};
      const arrow = `→ ${targets.map((target) => keyOf(target) || after.id).join(', ')}`;
      const ids = targets.map((target) => target || after.id);
      return {
        ...each,
        text: each.change ? `${signs[each.change]} ${each.text}` : each.text,
        ...(targets.length > 0 && { arrow }),
        // A line in the picture.
        ...(targets.length > 0 && trigger !== null && { targets: ids, transition: `${state} ${key} ${n}` }),
      };
    });
  const box = (path: string): Box => {
    const facts = states.get(path) ?? [];
    const find = (key: string) => facts.flat().find((line) => line.key === key && line.change !== 'removed');
    const changed = facts.filter((group) => differs(group) && group[0]?.key !== STATE);
    const was = renamed.find(([, to]) => to === path)?.[0];
    const change = facts[0]?.[0]?.change ?? (was !== undefined || changed.length > 0 ? 'changed' : undefined);
    const initial = find('initial')?.targets[0];
    const sign = change && change !== 'changed' ? `${signs[change]} ` : '';
    return {
      id: path || after.id,
      title: `${sign}${keyOf(path) || after.id}${was ? `, was ${keyOf(was)}` : ''}`,
      tags: [],
      rows: changed.flatMap(rowsIn),
      initial: initial !== undefined && shown.has(initial) ? initial : null,
      isFinal: find('type')?.text === 'type: final',
      isParallel: find('type')?.text === 'type: parallel',
      boxes: [...states.keys()].filter((inner) => parentOf(inner) === path && shown.has(inner)).map(box),
      ...(change && { change }),
    };
  };
  const machine = box('');
  const legend: Row = {
    kind: 'note',
    text: '+ added   − removed   ± changed   everything else is unchanged',
  };
  const named = (states.get(NAMED) ?? []).filter(differs).flatMap(rowsIn);
  const boxes = machine.boxes.filter(({ id }) => id !== NAMED);
  return { ...machine, rows: [legend, ...named, ...machine.rows], boxes };
}
