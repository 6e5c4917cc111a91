import { MailError, type Mailer } from '../../server/platform/mail/mailer.ts';
import type { CrashableProcess } from './crashableProcess.ts';

/** During a command. */
export const mailServerStates = ['accepts emails', 'is down', 'accepts emails, responses lost'] as const;
export type MailServerState = (typeof mailServerStates)[number];

/** Accepts all emails or none, and survives crashes of our server. */
export class SimulatedMailServer {
  state: MailServerState = 'accepts emails';
  /** How often each Message-ID was accepted. */
  readonly accepted = new Map<string, number>();

  reset(): void {
    this.state = 'accepts emails';
    this.accepted.clear();
  }

  /** The process can crash before or after it has sent an email. */
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
