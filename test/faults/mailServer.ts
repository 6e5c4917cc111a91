import { MailError, type Mailer } from '../../server/letters/mailer.ts';
import type { CrashableProcess } from './crashableProcess.ts';

/** The behaviour of the mail server during a command. */
export const mailServerStates = ['accepts letters', 'is down', 'accepts letters, responses lost'] as const;
export type MailServerState = (typeof mailServerStates)[number];

/** The mail server of a simulation. It accepts all letters or none, and survives crashes of our server. */
export class SimulatedMailServer {
  state: MailServerState = 'accepts letters';
  /** The number of times that each Message-ID was accepted. */
  readonly accepted = new Map<string, number>();

  reset(): void {
    this.state = 'accepts letters';
    this.accepted.clear();
  }

  /** The mailer of one process, which can crash before or after it has sent a letter. */
  mailer(process: CrashableProcess): Mailer {
    return {
      send: ({ messageId }) =>
        process.runStep(async () => {
          if (this.state === 'is down') throw new MailError('unavailable', 'ECONNECTION');
          this.accepted.set(messageId, (this.accepted.get(messageId) ?? 0) + 1);
          if (this.state !== 'accepts letters') throw new MailError('unavailable', 'ETIMEDOUT');
        }),
    };
  }
}
