import { seriesToName } from '../invoices/nextNumbers.ts';
import { currentTaxDocumentSettings } from '../invoices/settings.ts';
import { commandArguments, commandLine } from '../platform/config/operatorCommand.ts';
import { openDatabase } from '../platform/database/connection/open.ts';
import { runCommand } from '../platform/process/command.ts';
import { restore } from './backup.ts';
import { countRows, rowsText } from './rows.ts';

/* `npm run restore -- FOLDER` fills the empty database of the environment from a backup. */

const [source] = commandArguments();

await runCommand(
  source ?? null,
  `Which folder? ${commandLine('restore', 'backups/2026-11-22')}`,
  async (folder, config) => {
    await restore(config, folder, new Date());
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
    console.log(commandLine('invoice-numbers', waiting.map(({ nextKnown }) => nextKnown).join(' ')));
    console.log('These are the lowest possible numbers. The runbook says how to find the right ones.');
  },
);
