import { openExistingDatabase, runCommand } from '../command.ts';
import { namePaperNumbers, seriesToName } from './nextNumbers.ts';
import { currentPaperSettings } from './settings.ts';

/*
 * `npm run paper-numbers` shows the series that wait for their next numbers after a restore, and
 * `npm run paper-numbers -- LR/2627/0000124 LC/2627/0000008` names them. With the embedded database, the server must be stopped.
 */

const numbers = process.argv.filter((argument) => /^[A-Z][A-Z0-9]{0,2}\//.test(argument));

await runCommand(numbers, '', async (named, config) => {
  const { database, close } = await openExistingDatabase(config);
  try {
    const now = Date.now();
    const settings = await currentPaperSettings(database, config);
    if (named.length === 0) {
      const waiting = await seriesToName(database, settings, now);
      if (waiting.length === 0) console.log('Papers do not wait for numbers.');
      for (const { series, year, nextKnown } of waiting) {
        console.log(`${series}/${year}: name its next number, at least ${nextKnown}`);
      }
      return;
    }
    await namePaperNumbers(database, settings, named, now);
    console.log(`Papers are issued again, from ${named.join(', ')}.`);
  } finally {
    await close();
  }
});
