import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDate } from '../../domain/time/calendar.ts';
import { commandArguments, commandLine } from '../platform/config/operatorCommand.ts';
import { openExistingDatabase, runCommand } from '../platform/process/command.ts';
import { primaryReads } from '../platform/database/reads.ts';
import { gstr1Table, gstr1Tables } from './gstr1.ts';
import { taxDocumentsInPeriod } from './taxDocumentsInPeriod.ts';
import { countUnnumbered, taxDocumentsOfMonth } from './taxDocumentsOfMonth.ts';
import { currentTaxDocumentSettings } from './settings.ts';

/* `npm run gstr1 -- 2026-11` writes the tables of GSTR-1 for a month. With the embedded database, the server must be stopped. */

const requestedMonth = commandArguments()[0] ?? '';

await runCommand(
  isDate(`${requestedMonth}-01`) ? requestedMonth : null,
  `Which month? ${commandLine('gstr1', '2026-11')}`,
  async (month, config) => {
    const { database, close } = await openExistingDatabase(config);
    try {
      const { isDemo } = await currentTaxDocumentSettings(database, config);
      const folder = join('gstr1', isDemo ? `${month}-DEMO` : month);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const table of gstr1Tables) {
        const parts = gstr1Table(primaryReads(database), taxDocumentsOfMonth(month, isDemo), table);
        await writeFile(join(folder, `${table}.csv`), parts, { mode: 0o600 });
      }
      const { count } = await taxDocumentsInPeriod(database, taxDocumentsOfMonth(month, isDemo))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const unnumbered = await countUnnumbered(database, month);
      console.log(`${count} ${isDemo ? 'demo ' : ''}invoices and credit notes of ${month} are in ${folder}.`);
      if (unnumbered > 0) {
        console.error(
          `${unnumbered} invoices and credit notes up to this month have no number yet: let a server issue them, and run this again.`,
        );
        process.exitCode = 1;
      }
    } finally {
      await close();
    }
  },
);
