import { runCommand } from '../command.ts';
import { openDatabase } from '../database/open.ts';
import { backUp, figuresOf, restore } from './backup.ts';

/* `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: the database of the environment, into a folder and back. */

const [action, folder] = process.argv.slice(-2);
const isAction = action === 'backup' || action === 'restore';

await runCommand(
  isAction && folder !== undefined ? { action, folder } : null,
  'Which folder? npm run backup -- backups/2026-11-22, or npm run restore -- backups/2026-11-22',
  async (asked, config) => {
    if (asked.action === 'backup') {
      await backUp(config, asked.folder, new Date());
      console.log(`The backup is in ${asked.folder}.`);
      return;
    }
    await restore(config, asked.folder);
    const { database, close } = await openDatabase(config);
    const figures = Object.entries(await figuresOf(database)).map(([name, count]) => `${count} ${name}`);
    await close();
    console.log(`Restored: ${figures.join(', ')}.`);
  },
);
