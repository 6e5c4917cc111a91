import { mailboxMailer } from '../../tools/mailbox/mailboxMailer.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtpMailer.ts';

/** Null when no emails are sent. */
export function mailerFromConfig(
  { mail: { transport } }: Pick<Config, 'mail'>,
  database: Database,
): Mailer | null {
  if (transport === 'none') return null;
  return transport === 'mailbox' ? mailboxMailer(database) : smtpMailer(transport);
}

export const emailSettings = ({
  mail: { from, businessAddress, carriesUtf8 },
  refreshTokenSecret,
  business,
}: Config) => ({
  from,
  business,
  businessAddress,
  carriesUtf8,
  linkSecret: refreshTokenSecret,
});
