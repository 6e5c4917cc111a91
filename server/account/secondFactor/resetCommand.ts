import { revokeAllSessions } from '../session/sessions.ts';
import { userByEmail } from '../users.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { isEmail, normalEmail } from '../../../domain/account/email.ts';
import { commandArguments, commandLine } from '../../platform/config/operatorCommand.ts';
import { openExistingDatabase, runCommand } from '../../platform/process/command.ts';
import { readDatabaseTime } from '../../platform/database/clock.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { operatorChange } from '../../audit/staffChange.ts';
import { removeSecondFactor } from './secondFactor.ts';

/*
 * `npm run reset-second-factor -- EMAIL`: removes the second factor of an account, which its owner then sets up again. For the last
 * owner, whose factor no other owner can reset. With the embedded database the server must be stopped first.
 */

const emailArgument = normalEmail(commandArguments()[0] ?? '');

await runCommand(
  isEmail(emailArgument) ? emailArgument : null,
  `Which account? ${commandLine('reset-second-factor', 'owner@example.com')}`,
  async (email, config) => {
    const { database, close } = await openExistingDatabase(config);
    try {
      const now = await readDatabaseTime(database);
      const sessions = { revokeAll: (tx: Tx, userId: string) => revokeAllSessions(tx, userId, now) };
      await operatorChange(database, now, 'reset-second-factor', async (tx) => {
        const user = await userByEmail(tx, email);
        if (!user) throw new ApiError('not-found', 'There is no account with this address');
        return removeSecondFactor(tx, user.id, sessions);
      });
      console.log(`${email} has no second factor now. Set it up at /desk after the next sign-in.`);
    } finally {
      await close();
    }
  },
);
