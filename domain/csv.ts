/** What a spreadsheet takes for the beginning of a formula; the wide forms are read as the narrow ones. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell: text, or a number as it stands. */
export type Cell = string | number;

function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe, so that a customer's
 * name cannot run in the office. Numbers may be negative.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
