import { SLOTS_PER_DAY } from '../../../domain/time/slots.ts';

/** Page Up and Page Down move by this number of rows. */
const PAGE_ROWS = 5;

/** `column`: the slot in which the focus entered the cell. */
interface FocusedCell {
  readonly row: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/** Undefined for a key that does not move the focus. */
export function keyTarget(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column, start, end }: FocusedCell,
  rowCount: number,
): readonly [row: number, slot: number] | undefined {
  switch (key) {
    case 'ArrowRight':
      return [row, end];
    case 'ArrowLeft':
      return [row, start - 1];
    case 'ArrowDown':
      return [row + 1, column];
    case 'ArrowUp':
      return [row - 1, column];
    case 'Home':
      return [ctrlKey ? 0 : row, 0];
    case 'End':
      return [ctrlKey ? rowCount - 1 : row, SLOTS_PER_DAY - 1];
    case 'PageDown':
      return [Math.min(row + PAGE_ROWS, rowCount - 1), column];
    case 'PageUp':
      return [Math.max(row - PAGE_ROWS, 0), column];
    default:
      return undefined;
  }
}
