import { commandArguments } from '../platform/config/operatorCommand.ts';
import { openExistingDatabase, runCommand } from '../platform/process/command.ts';
import { nameTaxDocumentNumbers, seriesToName } from './nextNumbers.ts';
import { currentTaxDocumentSettings } from './settings.ts';

/*
 * `npm run invoice-numbers` shows the series that wait for their next numbers after a restore, and
 * `npm run invoice-numbers -- LR/2627/0000124 LC/2627/0000008` names them. With the embedded database, the server must be stopped.
 */

await runCommand(commandArguments(), '', async (named, config) => {
  const { database, close } = await openExistingDatabase(config);
  try {
    const now = Date.now();
    const settings = await currentTaxDocumentSettings(database, config);
    if (named.length === 0) {
      const waiting = await seriesToName(database, settings, now);
      if (waiting.length === 0) console.log('Invoices and credit notes do not wait for numbers.');
      for (const { series, year, nextKnown } of waiting) {
        console.log(`${series}/${year}: name its next number, at least ${nextKnown}`);
      }
      return;
    }
    await nameTaxDocumentNumbers(database, settings, named, now);
    console.log(`Invoices and credit notes are issued again, from ${named.join(', ')}.`);
  } finally {
    await close();
  }
});
