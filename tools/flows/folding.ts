import type { AnyStateMachine } from 'xstate';
import { type Box, drawBoxes, machineBox, type Row } from './drawing.ts';

const boxesIn = (box: Box): Box[] => box.boxes.flatMap((inner) => [inner, ...boxesIn(inner)]);

/** Machines with at least this many states are shown folded first. */
const MIN_LARGE_STATES = 12;

/** Whether a machine is shown folded first. */
export const isLarge = (machine: Box): boolean => boxesIn(machine).length >= MIN_LARGE_STATES;

/** In characters: a longer list does not fit on a line. */
const MAX_TRIGGER_LENGTH = 34;

/** Outer states first. */
export const foldableStates = (machine: Box): string[] => {
  const shown = visibleBoxes(machine, new Set());
  return boxesIn(machine)
    .filter((box) => box.boxes.length > 0 || exitRows(box, shown).length + 1 < box.rows.length)
    .map(({ id }) => id);
};

/**
 * A machine's picture with some states folded: they show only their name, their description and their outgoing transitions. A
 * transition to a state inside a folded one ends at its border.
 *
 * @param folded ids of states
 */
export function foldedBox(machine: Box, folded: ReadonlySet<string>): Box {
  const shown = visibleBoxes(machine, folded);
  const fold = (box: Box): Box => {
    if (folded.has(box.id)) {
      return {
        ...box,
        rows: [
          ...box.rows.filter(({ kind }) => kind === 'about'),
          ...innerStatesNote(box),
          ...exitRows(box, shown),
        ],
        initial: null,
        boxes: [],
        isFolded: true,
        innerStates: boxesIn(box).length,
      };
    }
    return { ...box, rows: box.rows.map((row) => redirectTargets(row, shown)), boxes: box.boxes.map(fold) };
  };
  return fold(machine);
}

/** All states are folded. Null for a small machine. */
export async function drawFolded(machine: AnyStateMachine): Promise<string | null> {
  const box = machineBox(machine);
  return isLarge(box) ? drawBoxes(foldedBox(box, new Set(foldableStates(box)))) : null;
}

/** By the id of a box, the visible box: the box itself, or the outermost folded box around it. */
type VisibleBoxes = ReadonlyMap<string, Box>;

function visibleBoxes(machine: Box, folded: ReadonlySet<string>): VisibleBoxes {
  const shown = new Map<string, Box>();
  const record = (box: Box, around: Box | null): void => {
    shown.set(box.id, around ?? box);
    for (const inner of box.boxes) record(inner, around ?? (folded.has(box.id) ? box : null));
  };
  record(machine, null);
  return shown;
}

const redirectTargets = (row: Row, shown: VisibleBoxes): Row =>
  row.targets === undefined
    ? row
    : { ...row, targets: row.targets.map((target) => shown.get(target)?.id ?? target) };

function innerStatesNote(box: Box): Row[] {
  const { length } = boxesIn(box);
  return length === 0 ? [] : [{ kind: 'note', text: `${length} states inside` }];
}

interface Exit {
  readonly triggers: Set<string>;
  /** With a leading space; empty for a transition without a guard. */
  readonly guards: string[];
  readonly transitions: string[];
}

/** Transitions that leave a box, from any state inside it; one row for each target. */
function exitRows(box: Box, shown: VisibleBoxes): Row[] {
  const exits = new Map<string, Exit>();
  for (const { rows } of [box, ...boxesIn(box)]) {
    let triggerText = '';
    for (const row of rows) {
      if (row.kind === 'cause') triggerText = row.text;
      for (const target of row.targets ?? []) {
        const { id } = shown.get(target) ?? { id: target };
        if (id === shown.get(box.id)?.id) continue;
        const exit = exits.get(id) ?? { triggers: new Set(), guards: [], transitions: [] };
        exit.triggers.add(triggerText);
        exit.guards.push(row.kind === 'way' && row.text !== 'else' ? ` ${row.text}` : '');
        if (row.transition !== undefined) exit.transitions.push(row.transition);
        exits.set(id, exit);
      }
    }
  }
  return [...exits].map(([id, { triggers, guards, transitions }]) => {
    const names = [...triggers].join(', ');
    const guarded = guards.length === 1 ? `${names}${guards[0]}` : names;
    const isOne = guards.length === 1;
    const text =
      [guarded, names].find(({ length }) => length <= MAX_TRIGGER_LENGTH) ?? (isOne ? names : undefined);
    return {
      kind: text === undefined ? 'note' : 'cause',
      text: text ?? `${guards.length} ways`,
      arrow: `→ ${shown.get(id)?.title ?? id}`,
      targets: [id],
      transitions,
    };
  });
}

/** Adds buttons next to the titles: one that opens the source, and one that folds the state if possible. */
export function withControls(machine: Box, foldable: ReadonlySet<string>): Box {
  const add = (box: Box): Box => ({
    ...box,
    controls: foldable.has(box.id) ? ['fold', 'source'] : ['source'],
    boxes: box.boxes.map(add),
  });
  return add(machine);
}
