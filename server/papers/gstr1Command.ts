import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDate } from '../../domain/calendar.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { SetupError } from '../setupError.ts';
import { gstr1 } from './gstr1.ts';
import { papersOfMonth } from './papersOfMonth.ts';

/* `npm run gstr1 -- 2026-11`: writes the tables of GSTR-1 for a month. The embedded database needs its server stopped. */

if (existsSync('.env')) process.loadEnvFile('.env');

async function write(month: string): Promise<void> {
  const config = readConfig(process.env);
  const folderOfDatabase = join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(folderOfDatabase)) {
    throw new SetupError(`There is no database in ${folderOfDatabase}. Set DATA_DIR or DATABASE_URL.`);
  }
  const { database, close } = await openDatabase(config);
  try {
    const { isDemo } = config.papers;
    const { papers, open } = await papersOfMonth(database, month, isDemo);
    const folder = join('gstr1', isDemo ? `${month}-DEMO` : month);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(gstr1(papers))) writeFileSync(join(folder, name), text);
    console.log(`${papers.length} ${isDemo ? 'demo ' : ''}papers of ${month} are in ${folder}.`);
    if (open > 0) {
      console.error(
        `${open} papers up to this month have no number yet: let a server issue them, and run this again.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await close();
  }
}

const asked = process.argv.at(-1) ?? '';
if (isDate(`${asked}-01`)) {
  try {
    await write(asked);
  } catch (error) {
    // The error of a driver has its whole connection in it: the stack is enough.
    console.error(error instanceof SetupError ? error.message : (error as Error).stack);
    process.exitCode = 1;
  }
} else {
  console.error('Which month? npm run gstr1 -- 2026-11');
  process.exitCode = 2;
}
// The process that runs source files keeps a watcher open.
process.exit();
