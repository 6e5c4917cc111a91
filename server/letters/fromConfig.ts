import { mailboxMailer } from '../../tools/mailbox/mailboxMailer.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtpMailer.ts';

/** How the configuration says that letters are sent; null when none is. */
export function mailerFromConfig({ mail: { by } }: Pick<Config, 'mail'>, database: Database): Mailer | null {
  if (by === 'none') return null;
  return by === 'mailbox' ? mailboxMailer(database) : smtpMailer(by);
}

/** What letters need of the configuration. */
export const letterSettings = ({ mail: { from, business }, refreshTokenSecret }: Config) => ({
  from,
  business,
  linkSecret: refreshTokenSecret,
});
