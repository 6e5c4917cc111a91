/** A record of a CSV file; `line`: where it begins, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Why a text is not CSV, as the end of a sentence about the line. */
export interface CsvProblem {
  readonly line: number;
  readonly problem: string;
}

/** A cell with quotes, or one without; then what separates it from the next one. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$|)/y;

/**
 * The records of a CSV file (RFC 4180; a line may also end with LF only). A byte-order mark and empty lines are left out. A text that
 * breaks the rules is refused: guessing would move amounts into other columns.
 */
export function parseCsv(text: string): readonly CsvRecord[] | CsvProblem {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  CELL.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const [cell = '', quoted, plain = '', separator = ''] = CELL.exec(text) ?? [];
    const end = CELL.lastIndex;
    line += cell.split('\n').length - 1;
    if (separator === '' && end < text.length) {
      return { line, problem: 'has a quotation mark in the wrong place' };
    }
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (separator === ',') continue;
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells });
    cells = [];
    start = line;
    if (separator === '') break;
  }
  return records;
}
