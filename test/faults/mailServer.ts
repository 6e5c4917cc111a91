import { MailError, type Mailer } from '../../server/email/mailer.ts';
import type { CrashableProcess } from './crashableProcess.ts';

/** The behaviour of the mail server during a command. */
export const mailServerStates = ['accepts emails', 'is down', 'accepts emails, responses lost'] as const;
export type MailServerState = (typeof mailServerStates)[number];

/** The mail server of a simulation. It accepts all emails or none, and survives crashes of our server. */
export class SimulatedMailServer {
  state: MailServerState = 'accepts emails';
  /** The number of times that each Message-ID was accepted. */
  readonly accepted = new Map<string, number>();

  reset(): void {
    this.state = 'accepts emails';
    this.accepted.clear();
  }

  /** The mailer of one process, which can crash before or after it has sent an email. */
  mailer(process: CrashableProcess): Mailer {
    return {
      send: ({ messageId }) =>
        process.runStep(async () => {
          if (this.state === 'is down') throw new MailError('unavailable', 'ECONNECTION');
          this.accepted.set(messageId, (this.accepted.get(messageId) ?? 0) + 1);
          if (this.state !== 'accepts emails') throw new MailError('unavailable', 'ETIMEDOUT');
        }),
    };
  }
}
