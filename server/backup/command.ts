import { runCommand } from '../platform/process/command.ts';
import { openDatabase } from '../platform/database/connection/open.ts';
import { seriesToName } from '../invoices/nextNumbers.ts';
import { currentTaxDocumentSettings } from '../invoices/settings.ts';
import { backUp, restore } from './backup.ts';
import { countRows, rowsText } from './rows.ts';

/* `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: copies the database of the environment to a folder, and back. */

const [action, folder] = process.argv.slice(-2);
const isAction = action === 'backup' || action === 'restore';

await runCommand(
  isAction && folder !== undefined ? { action, folder } : null,
  'Which folder? npm run backup -- backups/2026-11-22, or npm run restore -- backups/2026-11-22',
  async (input, config) => {
    if (input.action === 'backup') {
      const { source, rows, isRecorded } = await backUp(config, input.folder, new Date());
      console.log(`The backup of ${source} is in ${input.folder}.`);
      if (rows !== null) console.log(`It has ${rowsText(rows)}.`);
      else console.error('It has no tables of this program: check DATABASE_URL and DATA_DIR.');
      if (rows !== null && !isRecorded) {
        console.error(
          'It is not recorded, because the database is read-only or of an earlier version, so the age of the last backup does not ' +
            'change. After a backup of a standby, run "insert into backup default values" on the primary.',
        );
      }
      return;
    }
    await restore(config, input.folder, new Date());
    const { database, description, close } = await openDatabase(config);
    const counts = await countRows(database);
    const waiting = await seriesToName(
      database,
      await currentTaxDocumentSettings(database, config),
      Date.now(),
    );
    await close();
    console.log(`Restored into ${description}: ${rowsText(counts)}.`);
    console.log(
      'Invoices and credit notes wait until you name the next number of each series, because some may have been issued after the backup:',
    );
    console.log(`npm run invoice-numbers -- ${waiting.map(({ nextKnown }) => nextKnown).join(' ')}`);
    console.log('These are the lowest possible numbers. The runbook says how to find the right ones.');
  },
);
