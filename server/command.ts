import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from './apiError.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './database/open.ts';
import { SetupError } from './setupError.ts';

/**
 * Runs a command of the operator with the settings of the environment and of `.env`, and ends the process: with 0, with 1
 * after an error, and with 2 where `input` is null, which prints `usage`.
 */
export async function runCommand<Input>(
  input: Input | null,
  usage: string,
  work: (input: Input, config: Config) => Promise<void>,
): Promise<never> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (input === null) {
    console.error(usage);
    process.exit(2);
  }
  try {
    await work(input, readConfig(process.env));
  } catch (error) {
    // The error of a driver has its whole connection in it: the stack is enough.
    const isExpected = error instanceof SetupError || error instanceof ApiError;
    console.error(isExpected ? error.message.replace(/\.?$/, '.') : (error as Error).stack);
    process.exitCode = 1;
  }
  // The process that runs source files keeps a watcher open.
  process.exit();
}

/** Opens a database that is there already. Throws a `SetupError` where the embedded one is not; none is created. */
export async function openExistingDatabase(config: Config): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(folder)) {
    throw new SetupError(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL.`);
  }
  return openDatabase(config);
}
