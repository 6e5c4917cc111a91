import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isEmail } from '../../domain/email.ts';
import { ApiError } from '../apiError.ts';
import { readConfig } from '../config.ts';
import { timeOf } from '../database/clock.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { SetupError } from '../setupError.ts';
import { giveRole } from './roles.ts';
import { operatorChange } from './staffChange.ts';

/* `npm run make-owner -- EMAIL`: makes an account an owner, who gives all other roles. The embedded database needs its server stopped. */

if (existsSync('.env')) process.loadEnvFile('.env');

async function makeOwner(email: string): Promise<void> {
  const config = readConfig(process.env);
  const folder = join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(folder)) {
    throw new SetupError(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL.`);
  }
  const { withoutLimits, close } = await openDatabase(config);
  try {
    await withoutLimits(async (database) => {
      await migrate(database);
      await operatorChange(database, await timeOf(database), 'make-owner', (tx) =>
        giveRole(tx, { email, role: 'owner' }),
      );
    });
    console.log(`${email} is an owner now.`);
  } finally {
    await close();
  }
}

const asked = process.argv.at(-1) ?? '';
if (isEmail(asked)) {
  try {
    await makeOwner(asked);
  } catch (error) {
    // The error of a driver has its whole connection in it: the stack is enough.
    const isPlain = error instanceof SetupError || error instanceof ApiError;
    console.error(isPlain ? `${error.message}.`.replace('..', '.') : (error as Error).stack);
    process.exitCode = 1;
  }
} else {
  console.error('Which account? npm run make-owner -- owner@example.com');
  process.exitCode = 2;
}
// The process that runs source files keeps a watcher open.
process.exit();
