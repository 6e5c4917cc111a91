import { revokeAllSessions } from '../account/session/sessions.ts';
import { isEmail, normalEmail } from '../../domain/account/email.ts';
import { commandArguments, commandLine } from '../platform/config/operatorCommand.ts';
import { openExistingDatabase, runCommand } from '../platform/process/command.ts';
import { readDatabaseTime } from '../platform/database/clock.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Tx } from '../platform/database/schema.ts';
import { giveRole } from './roles.ts';
import { operatorChange } from '../audit/staffChange.ts';

/*
 * `npm run make-owner -- EMAIL`: gives an account the role of owner, who can give all other roles. With the embedded database the
 * server must be stopped first.
 */

const emailArgument = normalEmail(commandArguments()[0] ?? '');

await runCommand(
  isEmail(emailArgument) ? emailArgument : null,
  `Which account? ${commandLine('make-owner', 'owner@example.com')}`,
  async (email, config) => {
    const { withoutTimeouts, close } = await openExistingDatabase(config);
    try {
      await withoutTimeouts(async (database) => {
        await migrate(database);
        const now = await readDatabaseTime(database);
        const sessions = {
          revokeAll: (tx: Tx, userId: string) => revokeAllSessions(tx, userId, now),
        };
        await operatorChange(database, now, 'make-owner', (tx) =>
          giveRole(tx, { email, role: 'owner' }, sessions, now),
        );
      });
      console.log(`${email} is an owner now.`);
    } finally {
      await close();
    }
  },
);
