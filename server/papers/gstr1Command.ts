import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDate } from '../../domain/calendar.ts';
import { openExistingDatabase, runCommand } from '../command.ts';
import { gstr1 } from './gstr1.ts';
import { papersOfMonth } from './papersOfMonth.ts';

/* `npm run gstr1 -- 2026-11` writes the tables of GSTR-1 for a month. With the embedded database, the server must be stopped. */

const requestedMonth = process.argv.at(-1) ?? '';

await runCommand(
  isDate(`${requestedMonth}-01`) ? requestedMonth : null,
  'Which month? npm run gstr1 -- 2026-11',
  async (month, config) => {
    const { database, close } = await openExistingDatabase(config);
    try {
      const { isDemo } = config.papers;
      const { papers, unnumbered } = await papersOfMonth(database, month, isDemo);
      const folder = join('gstr1', isDemo ? `${month}-DEMO` : month);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const [name, text] of Object.entries(gstr1(papers)))
        writeFileSync(join(folder, name), text, { mode: 0o600 });
      console.log(`${papers.length} ${isDemo ? 'demo ' : ''}papers of ${month} are in ${folder}.`);
      if (unnumbered > 0) {
        console.error(
          `${unnumbered} papers up to this month have no number yet: let a server issue them, and run this again.`,
        );
        process.exitCode = 1;
      }
    } finally {
      await close();
    }
  },
);
