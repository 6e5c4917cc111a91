import type { Box, Row } from '../drawing/box.ts';
import type { Trigger, GraphState, GraphTransition } from '../graph.ts';
import { alignTransitions, guardOf, targetsOf, type TransitionPair } from './align.ts';

type Mark = NonNullable<Row['change']>;
const signs: Readonly<Record<Mark, string>> = { added: '+', removed: '−', changed: '±' };
const withSign = (text: string, change: Mark | undefined): string =>
  change === undefined ? text : `${signs[change]} ${text}`;

interface Merged {
  readonly box: Box;
  /** Also when a state inside it differs. */
  readonly differs: boolean;
}

/**
 * Two versions of a machine as boxes. Differences are marked; unchanged states have only their title, and are left out if no shown
 * transition leads to them.
 */
export function mergedBox(before: GraphState, after: GraphState): Box {
  const { box } = merge(before, after, undefined);
  const targetIds = new Set(rowsIn(box).flatMap(({ targets }) => targets ?? []));
  const legend: Row = {
    kind: 'note',
    text: '+ added   − removed   ± changed   everything else is unchanged',
  };
  const pruned = prune(box, targetIds);
  return redirectLines({ ...pruned, rows: [legend, ...pruned.rows] });
}

const rowsIn = (box: Box): Row[] => [...box.rows, ...box.boxes.flatMap(rowsIn)];
const idsIn = (box: Box): string[] => [box.id, ...box.boxes.flatMap(idsIn)];

/**
 * Removes the boxes that do not differ and that no shown transition leads to. A target keeps only the inner boxes that differ or
 * are targets.
 */
function prune(box: Box, targetIds: ReadonlySet<string>): Box {
  const isShown = (inner: Box): boolean =>
    inner.change !== undefined ||
    inner.rows.length > 0 ||
    idsIn(inner).some((id) => targetIds.has(id)) ||
    inner.boxes.some(isShown);
  const boxes = box.boxes.filter(isShown).map((inner) => prune(inner, targetIds));
  const isInitialShown = boxes.some(({ id }) => id === box.initial);
  return { ...box, boxes, initial: isInitialShown ? box.initial : null };
}

/** Lines to boxes that are not drawn end at the box around them. */
function redirectLines(root: Box): Box {
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
  const wholeMark: Mark | undefined =
    outer ?? (before === null ? 'added' : after === null ? 'removed' : undefined);
  const notes = [
    ...noteRows('entry', before?.entry ?? [], after?.entry ?? []),
    ...noteRows('exit', before?.exit ?? [], after?.exit ?? []),
    ...noteRows('runs', before?.invokes ?? [], after?.invokes ?? []),
  ];
  const events = triggerTypes(before, after).map((type) => {
    const find = (of: GraphState | null): Trigger | undefined =>
      of?.triggers.find((trigger) => trigger.type === type);
    return triggerRows(find(before), find(after));
  });
  const shown = [...notes, ...events.flat()].filter(({ change }) => change !== undefined);
  const tags = [
    ...(after?.tags ?? []).map((tag) =>
      withSign(tag, before?.tags.includes(tag) === false ? 'added' : undefined),
    ),
    ...(before?.tags ?? [])
      .filter((tag) => after?.tags.includes(tag) === false)
      .map((tag) => withSign(tag, 'removed')),
  ];
  const haveTagsChanged = tags.length !== (after?.tags.length ?? 0) || tags.some((tag) => /^[+−]/.test(tag));
  const hasStateChanged =
    before !== null &&
    after !== null &&
    (before.name !== after.name ||
      before.type !== after.type ||
      before.initial !== after.initial ||
      before.code !== after.code ||
      before.description !== after.description ||
      historyNote(before) !== historyNote(after) ||
      haveTagsChanged);
  const rows: Row[] =
    wholeMark !== undefined
      ? [...notes, ...events.flat()].map((row) => ({ ...row, change: wholeMark, text: unmarked(row) }))
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
            text: withSign(
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
            text: withSign(`${historyNote(after)}, was ${historyNote(before)}`, 'changed'),
            change: 'changed',
          },
        ]
      : [];
  const descriptionChange: Row[] =
    before !== null && after !== null && before.description !== after.description
      ? [
          ...(before.description === null ? [] : [descriptionRow(before.description, 'removed')]),
          ...(after.description === null ? [] : [descriptionRow(after.description, 'added')]),
        ]
      : [];
  const hiddenCount =
    wholeMark === undefined && rows.length > 0
      ? events.length - events.filter((each) => each.some(({ change }) => change !== undefined)).length
      : 0;
  const hiddenNote: Row[] =
    hiddenCount > 0 ? [{ kind: 'note', text: `… ${hiddenCount} more unchanged` }] : [];
  const children = [
    ...(after?.states ?? []),
    ...(before?.states ?? []).filter(({ id }) => after?.states.every((each) => each.id !== id) ?? true),
  ];
  const mergedChildren = children.map(({ id }) =>
    merge(
      before?.states.find((each) => each.id === id) ?? null,
      after?.states.find((each) => each.id === id) ?? null,
      wholeMark,
    ),
  );
  const mark: Mark | undefined = wholeMark ?? (hasStateChanged || rows.length > 0 ? 'changed' : undefined);
  return {
    differs: mark !== undefined || mergedChildren.some(({ differs }) => differs),
    box: {
      id: state.id,
      title: withSign(state.name, wholeMark),
      tags,
      rows: [...descriptionChange, ...initialChange, ...historyChange, ...rows, ...hiddenNote],
      initial: state.type === 'compound' ? state.initial : null,
      isFinal: state.type === 'final',
      isParallel: state.type === 'parallel',
      boxes: mergedChildren.map(({ box }) => box),
      ...(mark !== undefined && { change: mark }),
    },
  };
}

const descriptionRow = (description: string, change: Mark): Row => ({
  kind: 'about',
  text: withSign(description, change),
  change,
});

/** 'deep → paying'; empty for other states. */
const historyNote = ({ history }: GraphState): string =>
  history === null
    ? ''
    : [history.depth, history.targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ')]
        .filter(Boolean)
        .join(' → ');

const unmarked = ({ text }: Row): string => text.replace(/^[+−±] /, '');

const triggerTypes = (before: GraphState | null, after: GraphState | null): string[] => [
  ...new Set([...(after?.triggers ?? []), ...(before?.triggers ?? [])].map(({ type }) => type)),
];

function noteRows(word: string, before: readonly string[], after: readonly string[]): Row[] {
  const row = (name: string, change?: Mark): Row => ({
    kind: 'note',
    text: withSign(`${word} / ${name}`, change),
    ...(change && { change }),
  });
  return [
    ...after.map((name) => row(name, before.includes(name) ? undefined : 'added')),
    ...before.filter((name) => !after.includes(name)).map((name) => row(name, 'removed')),
  ];
}

function triggerRows(before: Trigger | undefined, after: Trigger | undefined): Row[] {
  const name = after?.name ?? before?.name ?? '';
  const pairs = alignTransitions(before?.transitions ?? [], after?.transitions ?? []);
  const rows = pairs.flatMap(pairRows);
  const isReordered =
    before !== undefined &&
    after !== undefined &&
    before.transitions.map(guardOf).join() !== after.transitions.map(guardOf).join();
  const change: Mark | undefined =
    before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : isReordered || before.name !== after.name
          ? 'changed'
          : undefined;
  // An event with one unguarded transition is one row, as in the full picture.
  const isSingleRow =
    pairs.length === 1 && pairs.every((pair) => [pair.before, pair.after].every(hasNoGuard));
  if (isSingleRow)
    return rows.map((row) =>
      row.kind === 'way' ? { ...row, kind: 'cause', text: withSign(name, row.change ?? change) } : row,
    );
  return [{ kind: 'cause', text: withSign(name, change), ...(change && { change }) }, ...rows];
}

const hasNoGuard = (transition: GraphTransition | null): boolean =>
  transition === null || guardOf(transition) === 'else';

function pairRows({ before, after }: TransitionPair): Row[] {
  if (before === null) return after === null ? [] : transitionRows(after, 'added');
  if (after === null) return transitionRows(before, 'removed');
  const isDifferentTransition =
    guardOf(before) !== guardOf(after) || targetsOf(before).join() !== targetsOf(after).join();
  if (isDifferentTransition) return [...transitionRows(before, 'removed'), ...transitionRows(after, 'added')];
  const action = (name: string, change?: Mark): Row => ({
    kind: 'action',
    text: withSign(`/ ${name}`, change),
    transition: after.id,
    ...(change && { change }),
  });
  const hasChanged =
    before.code !== after.code ||
    before.description !== after.description ||
    before.actions.join() !== after.actions.join();
  if (!hasChanged) return transitionRows(after, undefined);
  const [main] = transitionRows({ ...after, actions: [] }, 'changed');
  return [
    main as Row,
    ...after.actions.map((name) => action(name, before.actions.includes(name) ? undefined : 'added')),
    ...before.actions.filter((name) => !after.actions.includes(name)).map((name) => action(name, 'removed')),
  ];
}

function transitionRows(transition: GraphTransition, change: Mark | undefined): Row[] {
  const guard = guardOf(transition) === 'else' ? 'else' : `[${guardOf(transition)}]`;
  const common = { transition: transition.id, ...(change && { change }) };
  const arrow = transition.restarts
    ? '↻ reenter'
    : `→ ${transition.targets.map(({ name }) => name).join(', ')}`;
  const targets = transition.restarts ? [] : transition.targets.map(({ id }) => id);
  return [
    {
      kind: 'way',
      text: withSign(guard, change),
      ...common,
      ...(transition.restarts || targets.length > 0 ? { arrow } : {}),
      ...(targets.length > 0 ? { targets } : {}),
    },
    ...(transition.actions.length > 0
      ? [{ kind: 'action' as const, text: withSign(`/ ${transition.actions.join(', ')}`, change), ...common }]
      : []),
  ];
}
