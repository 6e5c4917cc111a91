import { mailboxMailer } from '../../tools/mailbox/mailboxMailer.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { smtpMailer } from '../platform/mail/smtpMailer.ts';

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
