import { commandLine } from '../../config/operatorCommand.ts';
import { SetupError } from '../../config/setupError.ts';

/** PostgreSQL's codes for damaged tables, damaged indexes and missing files. */
const DAMAGE_CODES = new Set(['XX001', 'XX002', '58P01']);

/** Returns a `SetupError` with the remedy for an error of damaged files, and any other error unchanged. */
export function explainDamage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!DAMAGE_CODES.has(code)) return error;
  return new SetupError(
    `The files of the database are damaged (${(error as Error).message}). ` +
      `Keep a copy of them, and restore the latest backup into an empty database (${commandLine('restore', 'FOLDER')}).`,
  );
}
