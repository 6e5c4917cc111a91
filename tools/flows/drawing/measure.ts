import type { Box, Row } from './box.ts';
import { textWidth, wrapText } from './textWidth.ts';

/** Pixels. */
export const TEXT = { title: 14, row: 12 } as const;
export const TITLE_HEIGHT = 26;
/** Even, so that halves are whole pixels. */
export const ROW_HEIGHT = 16;
export const MARGIN = 10;
export const INDENT = { note: 0, cause: 0, about: 0, way: 10, action: 20, aboutWay: 20 } as const;
/** Between the joined lines next to the rows. */
export const LINE_SPACING = 6;
const MAX_TEXT_WIDTH = 230;

export type MeasuredRows = ReturnType<typeof measure>;

/**
 * The rows after wrapping. Those with the same target share a line, which starts at the first of them.
 *
 * @param top the distance of the rows from the upper edge of their container
 * @param ids the boxes of the drawing: only these have lines
 */
export function measure(box: Box, top: number, ids: ReadonlySet<string>) {
  const rows = box.rows.flatMap((row): Row[] =>
    row.kind === 'cause' || row.kind === 'way'
      ? [row]
      : wrapText(row.text, TEXT.row, MAX_TEXT_WIDTH).map((text) => ({ ...row, text })),
  );
  /** `step`: where the lines are joined, in line spacings from the right; 0 for a single row. */
  const bundles: { target: string; rows: number[]; step: number }[] = [];
  for (const target of new Set(rows.flatMap((row) => row.targets ?? []))) {
    // A line to the box itself ends at its initial box.
    if (!ids.has(target) || (target === box.id && box.initial === null)) continue;
    const rowNumbers = rows.flatMap((row, n) => (row.targets?.includes(target) ? [n] : []));
    const joined = bundles.filter((bundle) => bundle.rows.length > 1).length;
    bundles.push({ target, rows: rowNumbers, step: rowNumbers.length > 1 ? joined + 1 : 0 });
  }
  const gutter = LINE_SPACING * Math.max(0, ...bundles.map(({ step }) => step));
  const width = Math.max(0, ...rows.map(rowWidth)) + 2 * MARGIN + gutter;
  return { rows, bundles, gutter, width, height: rows.length * ROW_HEIGHT + 8, top };
}

const rowWidth = ({ kind, text, arrow }: Row): number =>
  INDENT[kind] + textWidth(text, TEXT.row) + (arrow === undefined ? 0 : 16 + textWidth(arrow, TEXT.row));

/** Positions from the left edge of the box. */
export function measureTitle({ title, tags, controls, innerStates = 0 }: Box) {
  const left = MARGIN + (controls?.includes('fold') ? 16 : 0);
  let right = left + textWidth(title, TEXT.title) + 8;
  const place = (text: string, padding: number) => {
    const placed = { text, left: right, width: textWidth(text, TEXT.row) + padding };
    right += placed.width + 6;
    return placed;
  };
  const placedTags = tags.map((tag) => place(tag, 10));
  // Shown while the machine is in a state inside, if the picture is part of a page.
  const mark = innerStates > 0 && controls !== undefined ? place('● inside', 0) : null;
  return { left, tags: placedTags, mark, width: right - 8 + MARGIN };
}
