import { isEmail } from '../../domain/email.ts';
import { openExistingDatabase, runCommand } from '../command.ts';
import { readDatabaseTime } from '../database/clock.ts';
import { migrate } from '../database/migrate.ts';
import { giveRole } from './roles.ts';
import { operatorChange } from './staffChange.ts';

/*
 * `npm run make-owner -- EMAIL`: makes an account an owner, who gives all other roles. The embedded database needs its server
 * stopped.
 */

const asked = process.argv.at(-1) ?? '';

await runCommand(
  isEmail(asked) ? asked : null,
  'Which account? npm run make-owner -- owner@example.com',
  async (email, config) => {
    const { withoutTimeouts, close } = await openExistingDatabase(config);
    try {
      await withoutTimeouts(async (database) => {
        await migrate(database);
        await operatorChange(database, await readDatabaseTime(database), 'make-owner', (tx) =>
          giveRole(tx, { email, role: 'owner' }),
        );
      });
      console.log(`${email} is an owner now.`);
    } finally {
      await close();
    }
  },
);
