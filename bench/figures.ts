import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** @returns the median; NaN of an empty list */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** @returns the hardware, the Node version and the system load, which every figure depends on */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const [minute = 0] = loadavg();
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.version}, ${availableParallelism()} cores (${model}), ${memory}; load ${minute.toFixed(2)}`;
}

/** The system load: the figures of a busy machine are unreliable. */
export const loadText = (): string => `load ${loadavg()[0]?.toFixed(2)}`;

/** Prints a table: numbers are right-aligned, words left-aligned. */
export function printTable(heading: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cells = [heading, ...rows].map((row) => row.map(String));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const [n, row] of cells.entries()) {
    const line = row.map((cell, column) => {
      const isNumber = rows.some(
        (each) => typeof each[column] === 'number' || /^[\d.]+( |$)/.test(String(each[column])),
      );
      const width = widths[column] ?? 0;
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    console.log(line.join('  ').trimEnd());
    if (n === 0) console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  }
}
