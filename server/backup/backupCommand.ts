import { commandArguments, commandLine } from '../platform/config/operatorCommand.ts';
import { runCommand } from '../platform/process/command.ts';
import { backUp } from './backup.ts';
import { rowsText } from './rows.ts';

/* `npm run backup -- FOLDER` copies the database of the environment to a folder. */

const [target] = commandArguments();

await runCommand(
  target ?? null,
  `Which folder? ${commandLine('backup', 'backups/2026-11-22')}`,
  async (folder, config) => {
    const { source, rows, isRecorded } = await backUp(config, folder, new Date());
    console.log(`The backup of ${source} is in ${folder}.`);
    if (rows !== null) console.log(`It has ${rowsText(rows)}.`);
    else console.error('It has no tables of this program: check DATABASE_URL and DATA_DIR.');
    if (rows !== null && !isRecorded) {
      console.error(
        'It is not recorded, because the database is read-only or of an earlier version, so the age of the last backup does not ' +
          'change. After a backup of a standby, run "insert into backup default values" on the primary.',
      );
    }
  },
);
