import { MailError, type Mailer } from '../../server/letters/mailer.ts';
import type { Life } from './life.ts';

/** What the mail server does to the letters of a command. */
export const mailMoods = ['takes letters', 'is away', 'takes letters, its answers are lost'] as const;
export type MailMood = (typeof mailMoods)[number];

/** The mail server of a simulation. It takes every letter or none, and outlives our server. */
export class SimulatedMail {
  mood: MailMood = 'takes letters';
  /** The Message-IDs of what it took, with how often. */
  readonly taken = new Map<string, number>();

  reset(): void {
    this.mood = 'takes letters';
    this.taken.clear();
  }

  /** The mailer of one process, which can die before or after it has handed a letter over. */
  mailer(life: Life): Mailer {
    return {
      send: ({ messageId }) =>
        life.outside(async () => {
          if (this.mood === 'is away') throw new MailError('unavailable', 'ECONNECTION');
          this.taken.set(messageId, (this.taken.get(messageId) ?? 0) + 1);
          if (this.mood !== 'takes letters') throw new MailError('unavailable', 'ETIMEDOUT');
        }),
    };
  }
}
