/* The rows of a day as they are on the screen: their length depends on its width. */

interface Place {
  readonly slot: number;
  readonly left: number;
  readonly top: number;
}

const placesOf = (day: HTMLElement): Place[] =>
  [...day.querySelectorAll<HTMLElement>('[data-slot]')].map((cell) => ({
    slot: Number(cell.dataset['slot']),
    left: cell.offsetLeft,
    top: cell.offsetTop,
  }));

/** The nearest slot of the nearest row among those that lie on the wanted side; null in a strip. */
function nearest(
  day: HTMLElement,
  slot: number,
  isBeyond: (top: number, own: number) => boolean,
): number | null {
  const places = placesOf(day);
  const own = places.find((place) => place.slot === slot);
  if (!own) return null;
  const beyond = places.filter(({ top }) => isBeyond(top, own.top));
  const distance = ({ left, top }: Place) => [Math.abs(top - own.top), Math.abs(left - own.left)] as const;
  beyond.sort((a, b) => distance(a)[0] - distance(b)[0] || distance(a)[1] - distance(b)[1]);
  return beyond[0]?.slot ?? null;
}

/** The slot in the row above a slot; null where there is none. */
export const nearestAbove = (day: HTMLElement, slot: number): number | null =>
  nearest(day, slot, (top, own) => top < own);

/** The slot in the row below a slot; null where there is none. */
export const nearestBelow = (day: HTMLElement, slot: number): number | null =>
  nearest(day, slot, (top, own) => top > own);
