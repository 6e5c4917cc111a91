import { isContiguous } from './slots.ts';

/**
 * The selection rule of spec section 4: a slot next to the selection extends it; a selected slot, or one that is not
 * adjacent, becomes the whole selection. The caller has excluded taken slots.
 */
export function selectSlot(selection: readonly number[], clicked: number): number[] {
  if (selection.includes(clicked)) return [clicked];
  const joined = [...selection, clicked].sort((a, b) => a - b);
  return isContiguous(joined) ? joined : [clicked];
}
