import { SLOTS_PER_DAY } from '../../../domain/time/slots.ts';

/** The rows by which Page Up and Page Down move. */
const PAGE_ROWS = 5;

/** The focused cell of the day plan; `column` is the slot in which the focus entered it. */
interface FocusedCell {
  readonly row: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/** The row and the slot to which a key moves the focus of the day plan; undefined for any other key. */
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
