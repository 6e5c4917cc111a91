/* The rows of slots as they are displayed; their length depends on the screen's width. */

interface CellPosition {
  readonly slot: number;
  readonly left: number;
  readonly top: number;
}

const cellPositions = (day: HTMLElement): CellPosition[] =>
  [...day.querySelectorAll<HTMLElement>('[data-slot]')].map((cell) => ({
    slot: Number(cell.dataset['slot']),
    left: cell.offsetLeft,
    top: cell.offsetTop,
  }));

/** Null if there is no such row, as in a strip with a single row. */
function nearest(
  day: HTMLElement,
  slot: number,
  isOnSide: (top: number, current: number) => boolean,
): number | null {
  const cells = cellPositions(day);
  const current = cells.find((place) => place.slot === slot);
  if (!current) return null;
  const candidates = cells.filter(({ top }) => isOnSide(top, current.top));
  const distance = ({ left, top }: CellPosition) =>
    [Math.abs(top - current.top), Math.abs(left - current.left)] as const;
  candidates.sort((a, b) => distance(a)[0] - distance(b)[0] || distance(a)[1] - distance(b)[1]);
  return candidates[0]?.slot ?? null;
}

/** Null if there is none. */
export const nearestAbove = (day: HTMLElement, slot: number): number | null =>
  nearest(day, slot, (top, current) => top < current);

/** Null if there is none. */
export const nearestBelow = (day: HTMLElement, slot: number): number | null =>
  nearest(day, slot, (top, current) => top > current);
