import type { Box, Row } from '../drawing/box.ts';
import type { Cause, GraphState, Way } from '../graph.ts';
import { aligned, guardOf, targetsOf, type WayPair } from './align.ts';

type Mark = NonNullable<Row['change']>;
const signs: Readonly<Record<Mark, string>> = { added: '+', removed: '−', changed: '±' };
const marked = (text: string, change: Mark | undefined): string =>
  change === undefined ? text : `${signs[change]} ${text}`;

interface Merged {
  readonly box: Box;
  /** Something in it, or it itself, differs. */
  readonly differs: boolean;
}

/**
 * Two versions of a machine as boxes: what differs is marked, states that do the same have their title alone, and those that no
 * shown transition leads to are left out.
 */
export function mergedBox(before: GraphState, after: GraphState): Box {
  const { box } = merge(before, after, undefined);
  const wanted = new Set(rowsIn(box).flatMap(({ targets }) => targets ?? []));
  const legend: Row = { kind: 'note', text: '+ added   − removed   ± changed   the rest is as before' };
  const pruned = prune(box, wanted);
  return redirected({ ...pruned, rows: [legend, ...pruned.rows] });
}

const rowsIn = (box: Box): Row[] => [...box.rows, ...box.boxes.flatMap(rowsIn)];
const idsIn = (box: Box): string[] => [box.id, ...box.boxes.flatMap(idsIn)];

/** Without the boxes that neither differ nor are led to; those inside one that is led to go with it. */
function prune(box: Box, wanted: ReadonlySet<string>): Box {
  const isShown = (inner: Box): boolean =>
    inner.change !== undefined ||
    inner.rows.length > 0 ||
    idsIn(inner).some((id) => wanted.has(id)) ||
    inner.boxes.some(isShown);
  const boxes = box.boxes.filter(isShown).map((inner) => prune(inner, wanted));
  const isInitialShown = boxes.some(({ id }) => id === box.initial);
  return { ...box, boxes, initial: isInitialShown ? box.initial : null };
}

/** Lines to boxes that are not drawn end at the one around them. */
function redirected(root: Box): Box {
  const ids = new Set(idsIn(root));
  const shown = (id: string): string =>
    ids.has(id) || !id.includes('.') ? id : shown(id.slice(0, id.lastIndexOf('.')));
  const change = (box: Box): Box => ({
    ...box,
    rows: box.rows.map((row) =>
      row.targets === undefined
        ? row
        : { ...row, targets: row.targets.map(shown).filter((id) => ids.has(id)) },
    ),
    boxes: box.boxes.map(change),
  });
  return change(root);
}

function merge(before: GraphState | null, after: GraphState | null, outer: Mark | undefined): Merged {
  const state = (after ?? before) as GraphState;
  const whole: Mark | undefined =
    outer ?? (before === null ? 'added' : after === null ? 'removed' : undefined);
  const notes = [
    ...noteRows('entry', before?.entry ?? [], after?.entry ?? []),
    ...noteRows('exit', before?.exit ?? [], after?.exit ?? []),
    ...noteRows('runs', before?.invokes ?? [], after?.invokes ?? []),
  ];
  const events = causeTypes(before, after).map((type) => {
    const find = (of: GraphState | null): Cause | undefined =>
      of?.causes.find((cause) => cause.type === type);
    return causeRows(find(before), find(after));
  });
  const shown = [...notes, ...events.flat()].filter(({ change }) => change !== undefined);
  const tags = [
    ...(after?.tags ?? []).map((tag) =>
      marked(tag, before?.tags.includes(tag) === false ? 'added' : undefined),
    ),
    ...(before?.tags ?? [])
      .filter((tag) => after?.tags.includes(tag) === false)
      .map((tag) => marked(tag, 'removed')),
  ];
  const isOtherTags = tags.length !== (after?.tags.length ?? 0) || tags.some((tag) => /^[+−]/.test(tag));
  const isOtherItself =
    before !== null &&
    after !== null &&
    (before.name !== after.name ||
      before.type !== after.type ||
      before.initial !== after.initial ||
      before.code !== after.code ||
      before.description !== after.description ||
      historyNote(before) !== historyNote(after) ||
      isOtherTags);
  const rows: Row[] =
    whole !== undefined
      ? [...notes, ...events.flat()].map((row) => ({ ...row, change: whole, text: unmarked(row) }))
      : shown.length === 0
        ? []
        : events
            .filter((each) => each.some(({ change }) => change !== undefined))
            .reduce(
              (all, each) => [...all, ...each],
              notes.filter(({ change }) => change !== undefined),
            );
  const initialChange: Row[] =
    before !== null && after !== null && before.initial !== after.initial && after.type === 'compound'
      ? [
          {
            kind: 'note',
            text: marked(
              `starts in ${after.initial?.split('.').at(-1)}, was ${before.initial?.split('.').at(-1)}`,
              'changed',
            ),
            change: 'changed',
          },
        ]
      : [];
  const historyChange: Row[] =
    before?.type === 'history' && after?.type === 'history' && historyNote(before) !== historyNote(after)
      ? [
          {
            kind: 'note',
            text: marked(`${historyNote(after)}, was ${historyNote(before)}`, 'changed'),
            change: 'changed',
          },
        ]
      : [];
  const aboutChange: Row[] =
    before !== null && after !== null && before.description !== after.description
      ? [
          ...(before.description === null ? [] : [aboutRow(before.description, 'removed')]),
          ...(after.description === null ? [] : [aboutRow(after.description, 'added')]),
        ]
      : [];
  const hidden =
    whole === undefined && rows.length > 0
      ? events.length - events.filter((each) => each.some(({ change }) => change !== undefined)).length
      : 0;
  const more: Row[] = hidden > 0 ? [{ kind: 'note', text: `… ${hidden} more as before` }] : [];
  const keys = [
    ...(after?.states ?? []),
    ...(before?.states ?? []).filter(({ id }) => after?.states.every((each) => each.id !== id) ?? true),
  ];
  const inner = keys.map(({ id }) =>
    merge(
      before?.states.find((each) => each.id === id) ?? null,
      after?.states.find((each) => each.id === id) ?? null,
      whole,
    ),
  );
  const own: Mark | undefined = whole ?? (isOtherItself || rows.length > 0 ? 'changed' : undefined);
  return {
    differs: own !== undefined || inner.some(({ differs }) => differs),
    box: {
      id: state.id,
      title: marked(state.name, whole),
      tags,
      rows: [...aboutChange, ...initialChange, ...historyChange, ...rows, ...more],
      initial: state.type === 'compound' ? state.initial : null,
      isFinal: state.type === 'final',
      isParallel: state.type === 'parallel',
      boxes: inner.map(({ box }) => box),
      ...(own !== undefined && { change: own }),
    },
  };
}

const aboutRow = (description: string, change: Mark): Row => ({
  kind: 'about',
  text: marked(description, change),
  change,
});

/** 'deep → paying'; empty for a state that is no history. */
const historyNote = ({ history }: GraphState): string =>
  history === null
    ? ''
    : [history.depth, history.targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ')]
        .filter(Boolean)
        .join(' → ');

const unmarked = ({ text }: Row): string => text.replace(/^[+−±] /, '');

const causeTypes = (before: GraphState | null, after: GraphState | null): string[] => [
  ...new Set([...(after?.causes ?? []), ...(before?.causes ?? [])].map(({ type }) => type)),
];

function noteRows(word: string, before: readonly string[], after: readonly string[]): Row[] {
  const row = (name: string, change?: Mark): Row => ({
    kind: 'note',
    text: marked(`${word} / ${name}`, change),
    ...(change && { change }),
  });
  return [
    ...after.map((name) => row(name, before.includes(name) ? undefined : 'added')),
    ...before.filter((name) => !after.includes(name)).map((name) => row(name, 'removed')),
  ];
}

function causeRows(before: Cause | undefined, after: Cause | undefined): Row[] {
  const name = after?.name ?? before?.name ?? '';
  const pairs = aligned(before?.ways ?? [], after?.ways ?? []);
  const rows = pairs.flatMap(pairRows);
  const isReordered =
    before !== undefined &&
    after !== undefined &&
    before.ways.map(guardOf).join() !== after.ways.map(guardOf).join();
  const change: Mark | undefined =
    before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : isReordered || before.name !== after.name
          ? 'changed'
          : undefined;
  // An event with one transition and no guard is one row, as in the whole picture.
  const isOne = pairs.length === 1 && pairs.every((pair) => [pair.before, pair.after].every(hasNoGuard));
  if (isOne)
    return rows.map((row) =>
      row.kind === 'way' ? { ...row, kind: 'cause', text: marked(name, row.change ?? change) } : row,
    );
  return [{ kind: 'cause', text: marked(name, change), ...(change && { change }) }, ...rows];
}

const hasNoGuard = (way: Way | null): boolean => way === null || guardOf(way) === 'else';

function pairRows({ before, after }: WayPair): Row[] {
  if (before === null) return after === null ? [] : wayRows(after, 'added');
  if (after === null) return wayRows(before, 'removed');
  const isOtherWay =
    guardOf(before) !== guardOf(after) || targetsOf(before).join() !== targetsOf(after).join();
  if (isOtherWay) return [...wayRows(before, 'removed'), ...wayRows(after, 'added')];
  const action = (name: string, change?: Mark): Row => ({
    kind: 'action',
    text: marked(`/ ${name}`, change),
    transition: after.id,
    ...(change && { change }),
  });
  const isOther =
    before.code !== after.code ||
    before.description !== after.description ||
    before.actions.join() !== after.actions.join();
  if (!isOther) return wayRows(after, undefined);
  const [main] = wayRows({ ...after, actions: [] }, 'changed');
  return [
    main as Row,
    ...after.actions.map((name) => action(name, before.actions.includes(name) ? undefined : 'added')),
    ...before.actions.filter((name) => !after.actions.includes(name)).map((name) => action(name, 'removed')),
  ];
}

function wayRows(way: Way, change: Mark | undefined): Row[] {
  const guard = guardOf(way) === 'else' ? 'else' : `[${guardOf(way)}]`;
  const common = { transition: way.id, ...(change && { change }) };
  const arrow = way.restarts ? '↻ reenter' : `→ ${way.targets.map(({ name }) => name).join(', ')}`;
  const targets = way.restarts ? [] : way.targets.map(({ id }) => id);
  return [
    {
      kind: 'way',
      text: marked(guard, change),
      ...common,
      ...(way.restarts || targets.length > 0 ? { arrow } : {}),
      ...(targets.length > 0 ? { targets } : {}),
    },
    ...(way.actions.length > 0
      ? [{ kind: 'action' as const, text: marked(`/ ${way.actions.join(', ')}`, change), ...common }]
      : []),
  ];
}
