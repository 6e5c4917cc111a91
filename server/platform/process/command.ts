import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ApiError } from '../http/apiError.ts';
import { type Settings, readSettings } from '../config/config.ts';
import { explainDatabaseError } from '../database/connection/explainError.ts';
import { PRIVATE_UMASK } from '../config/dataFolder.ts';
import { openDatabase } from '../database/connection/open.ts';
import type { OpenDatabase } from '../database/openDatabase.ts';
import { SetupError } from '../config/setupError.ts';

/** They say which database a command uses. */
const DATABASE_SETTINGS = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR'];

/**
 * The environment with the settings of a `.env` file that it lacks. When the environment names a database, the file names none:
 * a command must not combine a folder of the one with an address of the other.
 */
export function withDotEnv(environment: NodeJS.ProcessEnv, file: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isNamed = DATABASE_SETTINGS.some((name) => environment[name] !== undefined);
  const added = Object.entries(file).filter(([name]) => !isNamed || !DATABASE_SETTINGS.includes(name));
  return { ...Object.fromEntries(added), ...environment };
}

/**
 * Runs an operator's command with the settings of the environment and of `.env`, and ends the process. The exit code is 0, or
 * 1 after an error, or 2 when `input` is null; then `usage` is printed.
 */
export async function runCommand<Input>(
  input: Input | null,
  usage: string,
  work: (input: Input, config: Settings) => Promise<void>,
): Promise<never> {
  // The files of commands contain personal data, so only this user may read them.
  process.umask(PRIVATE_UMASK);
  if (input === null) {
    console.error(usage);
    process.exit(2);
  }
  try {
    const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
    await work(input, readSettings(withDotEnv(process.env, file)));
  } catch (failure) {
    const error = explainDatabaseError(failure);
    // A driver's error object contains the whole connection, so only the stack is printed.
    const isExpected = error instanceof SetupError || error instanceof ApiError;
    console.error(isExpected ? error.message.replace(/\.?$/, '.') : (error as Error).stack);
    process.exitCode = 1;
  }
  // Vite, which runs the source files (scripts/from-source.mjs), would keep the process alive.
  process.exit();
}

/** Opens an existing database. Throws a `SetupError` when the embedded one does not exist; none is created. */
export async function openExistingDatabase(
  config: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(folder)) {
    throw new SetupError(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL.`);
  }
  return openDatabase(config);
}
