/** Spreadsheets read the full-width forms as formulas too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Spreadsheets read a file that starts with it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A cell: text, or a number that is written unchanged. */
export type Cell = string | number;

function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe, which prevents CSV
 * injection by customers' names. Numbers may be negative.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
