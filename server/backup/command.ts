import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { SetupError } from '../setupError.ts';
import { backUp, figuresOf, restore } from './backup.ts';

/* `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: the database of the environment, into a folder and back. */

if (existsSync('.env')) process.loadEnvFile('.env');

const [action, folder] = process.argv.slice(-2);
if ((action !== 'backup' && action !== 'restore') || folder === undefined) {
  console.error(
    'Which folder? npm run backup -- backups/2026-11-22, or npm run restore -- backups/2026-11-22',
  );
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  if (action === 'backup') {
    await backUp(config, folder, new Date());
    console.log(`The backup is in ${folder}.`);
  } else {
    await restore(config, folder);
    const { database, close } = await openDatabase(config);
    const figures = Object.entries(await figuresOf(database)).map(([name, count]) => `${count} ${name}`);
    await close();
    console.log(`Restored: ${figures.join(', ')}.`);
  }
} catch (error) {
  // The error of a driver has its whole connection in it: the stack is enough.
  console.error(error instanceof SetupError ? error.message : (error as Error).stack);
  process.exitCode = 1;
}
// The process that runs source files keeps a watcher open.
process.exit();
