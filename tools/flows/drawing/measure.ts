import type { Box, Row } from './box.ts';
import { textWidth, wrapped } from './textWidth.ts';

/** Pixels. */
export const TEXT = { title: 14, tag: 10, row: 12 } as const;
export const TITLE_HEIGHT = 26;
/** Even, so that halves are whole pixels. */
export const ROW_HEIGHT = 16;
export const MARGIN = 10;
/** How far rows of each kind are moved in. */
export const INDENT: Readonly<Record<Row['kind'], number>> = {
  note: 0,
  cause: 0,
  way: 10,
  action: 20,
  about: 0,
  aboutWay: 20,
};
/** How far apart lines are that are joined beside the rows. */
export const STEP = 6;
const WIDEST_TEXT = 230;

/** Ways of one box to the same place, which go together in one line from the first of them on. */
export interface Bundle {
  readonly target: string;
  /** Numbers of the rows. */
  readonly rows: readonly number[];
  /** Where its rows are joined, counted from the right in steps. */
  readonly step: number;
}

/** The rows of a box after wrapping, and their size. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly bundles: readonly Bundle[];
  readonly width: number;
  readonly top: number;
}

/** `top`: the distance of the rows from the upper edge of their container. */
export function measure(box: Box, top: number): Measured {
  const rows = wrappedRows(box.rows);
  const bundles: Bundle[] = [];
  for (const target of new Set(rows.flatMap((row) => row.targets ?? []))) {
    const its = rows.flatMap((row, n) => (row.targets?.includes(target) ? [n] : []));
    const joined = bundles.filter((bundle) => bundle.rows.length > 1).length;
    bundles.push({ target, rows: its, step: its.length > 1 ? joined + 1 : 0 });
  }
  const width = Math.max(0, ...rows.map(rowWidth)) + 2 * MARGIN + gutter(bundles);
  return { rows, bundles, width, top };
}

/** The room beside the rows in which lines are joined. */
export const gutter = (bundles: readonly Bundle[]): number =>
  STEP * Math.max(0, ...bundles.map(({ step }) => step));

const wrappedRows = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.kind === 'cause' || row.kind === 'way') return [row];
    return wrapped(row.text, TEXT.row, WIDEST_TEXT).map((text) => ({ ...row, text }));
  });

const rowWidth = ({ kind, text, arrow }: Row): number =>
  INDENT[kind] + textWidth(text, TEXT.row) + (arrow === undefined ? 0 : 16 + textWidth(arrow, TEXT.row));

/** The width of what a person presses before and behind a title. */
export const FOLD_WIDTH = 16;
export const SOURCE_WIDTH = 28;
/** What a folded box says while the machine is in a state inside it. */
export const HERE = '● inside';

/** Where a title starts, from the left edge of its box. */
export const titleLeft = ({ controls = [] }: Box): number =>
  MARGIN + (controls.includes('fold') ? FOLD_WIDTH : 0);

/** Where the tags end, from the left edge of the box. */
export const tagsRight = (box: Box): number =>
  titleLeft(box) +
  textWidth(box.title, TEXT.title) +
  box.tags.reduce((sum, tag) => sum + 18 + textWidth(tag, TEXT.tag), 0);

/** The width of a title with all that stands beside it, without margins. */
export const titleWidth = (box: Box): number =>
  tagsRight(box) -
  MARGIN +
  (saysHere(box) ? 8 + textWidth(HERE, TEXT.tag) : 0) +
  (box.controls?.includes('source') ? SOURCE_WIDTH : 0);

/** It is folded, and a page may mark that the machine is in a state inside. */
export const saysHere = ({ isFolded = false, innerStates = 0, controls }: Box): boolean =>
  isFolded && innerStates > 0 && controls !== undefined;
