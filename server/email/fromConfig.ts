import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { smtpMailer } from '../platform/mail/smtpMailer.ts';

/** On this server. */
export const MAILBOX_PATH = '/sandbox/mailbox';

/** Null when no emails are sent. */
export async function mailerFromConfig(
  { mail: { transport } }: Pick<Config, 'mail'>,
  database: Database,
): Promise<Mailer | null> {
  if (transport === 'none') return null;
  if (transport !== 'mailbox') return smtpMailer(transport);
  const { mailboxMailer } = await import('../../tools/mailbox/mailboxMailer.ts');
  return mailboxMailer(database);
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
