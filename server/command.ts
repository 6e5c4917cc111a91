import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from './apiError.ts';
import { type Config, readConfig } from './config.ts';
import { explainDamage } from './database/damaged.ts';
import { PRIVATE_UMASK } from './dataFolder.ts';
import { type OpenDatabase, openDatabase } from './database/open.ts';
import { SetupError } from './setupError.ts';

/**
 * Runs an operator's command with the settings of the environment and of `.env`, and ends the process. The exit code is 0, or
 * 1 after an error, or 2 when `input` is null; then `usage` is printed.
 */
export async function runCommand<Input>(
  input: Input | null,
  usage: string,
  work: (input: Input, config: Config) => Promise<void>,
): Promise<never> {
  // The files of commands contain personal data, so only this user may read them.
  process.umask(PRIVATE_UMASK);
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (input === null) {
    console.error(usage);
    process.exit(2);
  }
  try {
    await work(input, readConfig(process.env));
  } catch (failure) {
    const error = explainDamage(failure);
    // A driver's error object contains the whole connection, so only the stack is printed.
    const isExpected = error instanceof SetupError || error instanceof ApiError;
    console.error(isExpected ? error.message.replace(/\.?$/, '.') : (error as Error).stack);
    process.exitCode = 1;
  }
  // Vite, which runs the source files (scripts/from-source.mjs), would keep the process alive.
  process.exit();
}

/** Opens an existing database. Throws a `SetupError` when the embedded one does not exist; none is created. */
export async function openExistingDatabase(config: Config): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(folder)) {
    throw new SetupError(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL.`);
  }
  return openDatabase(config);
}
