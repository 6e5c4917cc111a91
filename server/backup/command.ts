import { runCommand } from '../command.ts';
import { openDatabase } from '../database/open.ts';
import { seriesToName } from '../papers/nextNumbers.ts';
import { backUp, countRows, restore } from './backup.ts';

/* `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: copies the database of the environment to a folder, and back. */

const [action, folder] = process.argv.slice(-2);
const isAction = action === 'backup' || action === 'restore';

await runCommand(
  isAction && folder !== undefined ? { action, folder } : null,
  'Which folder? npm run backup -- backups/2026-11-22, or npm run restore -- backups/2026-11-22',
  async (input, config) => {
    if (input.action === 'backup') {
      await backUp(config, input.folder, new Date());
      console.log(`The backup is in ${input.folder}.`);
      return;
    }
    await restore(config, input.folder, new Date());
    const { database, close } = await openDatabase(config);
    const counts = Object.entries(await countRows(database)).map(([name, count]) => `${count} ${name}`);
    const waiting = await seriesToName(database, config.papers, Date.now());
    await close();
    console.log(`Restored: ${counts.join(', ')}.`);
    console.log(
      'Papers wait until you name the next number of each series, because some may have been issued after the backup:',
    );
    console.log(`npm run paper-numbers -- ${waiting.map(({ nextKnown }) => nextKnown).join(' ')}`);
    console.log('These are the lowest possible numbers. The runbook says how to find the right ones.');
  },
);
