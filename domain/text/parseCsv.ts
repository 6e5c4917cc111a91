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

/** A cell without quotes. */
const PLAIN = /[^",\r\n]*/y;

/** Where the quotes of a cell end that begins at `start`; -1 for a cell without an end. Quotes within it are doubled. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

const misplacedQuote = (line: number): CsvProblem => ({
  line,
  problem: 'has a quotation mark in the wrong place',
});

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * The records of a CSV file (RFC 4180; a line may also end with LF only). A byte-order mark and empty lines are left out. A text that
 * breaks the rules is refused: guessing would move amounts into other columns. The cells are found by position, because a pattern
 * for a cell with quotes takes stack space for each of its characters.
 */
export function parseCsv(text: string): readonly CsvRecord[] | CsvProblem {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length || cells.length > 0) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return misplacedQuote(line);
      const quoted = text.slice(at + 1, end);
      line += newlinesIn(quoted);
      cells.push(quoted.split('""').join('"'));
      at = end + 1;
    } else {
      PLAIN.lastIndex = at;
      const [plain = ''] = PLAIN.exec(text) ?? [];
      cells.push(plain);
      at += plain.length;
    }
    const isLast = at >= text.length;
    const separator = isLast ? '' : text.startsWith('\r\n', at) ? '\r\n' : text[at];
    if (separator === ',') {
      at += 1;
      continue;
    }
    if (!isLast && separator !== '\n' && separator !== '\r\n') return misplacedQuote(line);
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells });
    if (isLast) break;
    at += separator?.length ?? 0;
    cells = [];
    line += 1;
    start = line;
  }
  return records;
}
