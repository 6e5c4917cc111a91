import type { AnyStateMachine } from 'xstate';
import { type Box, drawBoxes, drawnBox, type Row } from './drawing.ts';

const boxesIn = (box: Box): Box[] => box.boxes.flatMap((inner) => [inner, ...boxesIn(inner)]);

/** A machine with so many states is shown folded before it is shown whole. */
const LARGE = 12;

/** Whether a machine is too large to be read at a glance. */
export const isLarge = (machine: Box): boolean => boxesIn(machine).length >= LARGE;

/** Names of causes that fit on a line. */
const LONGEST_CAUSES = 34;

/** The states of a machine's picture that have something to leave out, by id, outer ones first. */
export const foldableStates = (machine: Box): string[] => {
  const shown = shownIn(machine, new Set());
  return boxesIn(machine)
    .filter((box) => box.boxes.length > 0 || exitRows(box, shown).length + 1 < box.rows.length)
    .map(({ id }) => id);
};

/**
 * A machine's picture with some states folded: these have their name, what is said of them, and where they lead. A
 * transition to a state inside one ends at its border.
 *
 * @param folded ids of states
 */
export function foldedBox(machine: Box, folded: ReadonlySet<string>): Box {
  const shown = shownIn(machine, folded);
  const fold = (box: Box): Box => {
    if (folded.has(box.id)) {
      return {
        ...box,
        rows: [
          ...box.rows.filter(({ kind }) => kind === 'about'),
          ...insideRows(box),
          ...exitRows(box, shown),
        ],
        initial: null,
        boxes: [],
        isFolded: true,
        innerStates: boxesIn(box).length,
      };
    }
    return { ...box, rows: box.rows.map((row) => redirected(row, shown)), boxes: box.boxes.map(fold) };
  };
  return fold(machine);
}

/** The picture of a large machine with all of its states folded; null for a machine that is read at a glance. */
export async function drawFolded(machine: AnyStateMachine): Promise<string | null> {
  const box = drawnBox(machine);
  return isLarge(box) ? drawBoxes(foldedBox(box, new Set(foldableStates(box)))) : null;
}

/** By the id of a box, the one that shows it: itself, or the outermost folded one around it. */
type Shown = ReadonlyMap<string, Box>;

function shownIn(machine: Box, folded: ReadonlySet<string>): Shown {
  const shown = new Map<string, Box>();
  const note = (box: Box, around: Box | null): void => {
    shown.set(box.id, around ?? box);
    for (const inner of box.boxes) note(inner, around ?? (folded.has(box.id) ? box : null));
  };
  note(machine, null);
  return shown;
}

const redirected = (row: Row, shown: Shown): Row =>
  row.targets === undefined
    ? row
    : { ...row, targets: row.targets.map((target) => shown.get(target)?.id ?? target) };

function insideRows(box: Box): Row[] {
  const { length } = boxesIn(box);
  return length === 0 ? [] : [{ kind: 'note', text: `${length} states inside` }];
}

interface Exit {
  readonly causes: Set<string>;
  /** Of each way, with a space before it; empty for one without. */
  readonly guards: string[];
  readonly transitions: string[];
}

/** The transitions that leave a box from wherever in it, those to one place together. */
function exitRows(box: Box, shown: Shown): Row[] {
  const exits = new Map<string, Exit>();
  for (const { rows } of [box, ...boxesIn(box)]) {
    let cause = '';
    for (const row of rows) {
      if (row.kind === 'cause') cause = row.text;
      for (const target of row.targets ?? []) {
        const { id } = shown.get(target) ?? { id: target };
        if (id === shown.get(box.id)?.id) continue;
        const exit = exits.get(id) ?? { causes: new Set(), guards: [], transitions: [] };
        exit.causes.add(cause);
        exit.guards.push(row.kind === 'way' && row.text !== 'else' ? ` ${row.text}` : '');
        if (row.transition !== undefined) exit.transitions.push(row.transition);
        exits.set(id, exit);
      }
    }
  }
  return [...exits].map(([id, { causes, guards, transitions }]) => {
    const names = [...causes].join(', ');
    const guarded = guards.length === 1 ? `${names}${guards[0]}` : names;
    const isOne = guards.length === 1;
    const text =
      [guarded, names].find(({ length }) => length <= LONGEST_CAUSES) ?? (isOne ? names : undefined);
    return {
      kind: text === undefined ? 'note' : 'cause',
      text: text ?? `${guards.length} ways`,
      arrow: `→ ${shown.get(id)?.title ?? id}`,
      targets: [id],
      transitions,
    };
  });
}

/** The same picture with what a person presses at the titles: a state's source, and the fold of those that can be folded. */
export function withControls(machine: Box, foldable: ReadonlySet<string>): Box {
  const add = (box: Box): Box => ({
    ...box,
    controls: foldable.has(box.id) ? ['fold', 'source'] : ['source'],
    boxes: box.boxes.map(add),
  });
  return add(machine);
}
