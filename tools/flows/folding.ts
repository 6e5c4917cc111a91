import type { AnyStateMachine } from 'xstate';
import { type Box, boxesIn, type Row } from './drawing/box.ts';
import { drawBoxes, machineBox } from './drawing.ts';

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
    const { length: innerStates } = boxesIn(box);
    if (!folded.has(box.id))
      return {
        ...box,
        rows: box.rows.map((row) => ({
          ...row,
          ...(row.targets && { targets: row.targets.map((target) => shown.get(target)?.id ?? target) }),
        })),
        boxes: box.boxes.map(fold),
      };
    const note: Row[] = innerStates === 0 ? [] : [{ kind: 'note', text: `${innerStates} states inside` }];
    return {
      ...box,
      rows: [...box.rows.filter(({ kind }) => kind === 'about'), ...note, ...exitRows(box, shown)],
      initial: null,
      boxes: [],
      isFolded: true,
      innerStates,
    };
  };
  return fold(machine);
}

/** A large machine with all states folded. Null for a small machine. */
export async function drawFolded(machine: AnyStateMachine): Promise<string | null> {
  const box = machineBox(machine);
  return isLarge(box) ? drawBoxes(foldedBox(box, new Set(foldableStates(box)))) : null;
}

/** By the id of a box, the visible box: the box itself, or the outermost folded box around it. */
const visibleBoxes = (box: Box, folded: ReadonlySet<string>, around?: Box): Map<string, Box> =>
  new Map([
    [box.id, around ?? box],
    ...box.boxes.flatMap((inner) => [
      ...visibleBoxes(inner, folded, around ?? (folded.has(box.id) ? box : undefined)),
    ]),
  ]);

/** Transitions that leave a box, from any state inside it; one row for each target. */
function exitRows(box: Box, shown: ReadonlyMap<string, Box>): Row[] {
  const exits = new Map<string, { event: string; text: string; transition?: string | undefined }[]>();
  for (const { rows } of [box, ...boxesIn(box)]) {
    let event = '';
    for (const { kind, text, transition, targets = [] } of rows) {
      if (kind === 'cause') event = text;
      for (const target of targets) {
        const id = shown.get(target)?.id ?? target;
        if (id === shown.get(box.id)?.id) continue;
        const isGuarded = kind === 'way' && text !== 'else';
        const exit = { event, text: isGuarded ? `${event} ${text}` : event, transition };
        exits.set(id, [...(exits.get(id) ?? []), exit]);
      }
    }
  }
  return [...exits].map(([id, ways]) => {
    const events = [...new Set(ways.map(({ event }) => event))].join(', ');
    const text = ways.length === 1 ? (ways[0]?.text ?? '') : events;
    const isShort = ways.length === 1 || text.length <= MAX_TRIGGER_LENGTH;
    return {
      kind: isShort ? 'cause' : 'note',
      text: isShort ? text : `${ways.length} ways`,
      arrow: `→ ${shown.get(id)?.title ?? id}`,
      targets: [id],
      transitions: ways.flatMap(({ transition }) => transition ?? []),
    };
  });
}
