import { builtBusiness } from '../../domain/content/business.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { sendLetters, type LetterDeps } from '../../server/letters/sendLetters.ts';
import { smtpMailer } from '../../server/letters/smtpMailer.ts';
import type { LogEntry } from '../api/startServer.ts';
import { startPayments, type PaymentServer } from '../payments/startPayments.ts';
import { startMailServer, type MailServer, type ReceivedLetter } from './mailServer.ts';

/** The origin of links in the letters of these tests. */
export const ORIGIN = 'https://litrooms.test';
export const LINK_SECRET = 'a-secret-of-the-tests';

/** The server, and the mail server that receives its letters. */
export let server: PaymentServer;
export let mail: MailServer;
/** The log entries of sending. */
export const logged: LogEntry[] = [];

/** The dependencies for sending letters. `changed` replaces some, such as the mailer. */
export const letterDeps = (overrides: Partial<LetterDeps> = {}): LetterDeps => ({
  database: server.database,
  now: () => server.clock.now,
  mailer: smtpMailer({ host: '127.0.0.1', port: mail.port, secure: false, auth: null }),
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  businessAddress: 'desk@litrooms.test',
  business: builtBusiness,
  carriesUtf8: false,
  origin: ORIGIN,
  linkSecret: LINK_SECRET,
  attachments: {},
  log: {
    warn: (details, message) => void logged.push({ level: 'warn', details, message }),
    error: (details, message) => void logged.push({ level: 'error', details, message }),
  },
  ...overrides,
});

/** Sends the due letters and returns those that the mail server has received by it. */
export async function send(changed: Partial<LetterDeps> = {}): Promise<ReceivedLetter[]> {
  const before = mail.received.length;
  await sendLetters(letterDeps(changed));
  return mail.received.slice(before);
}

/** The letters of the outbox with their states. */
export const outbox = (database: Database = server.database) =>
  database
    .selectFrom('letter')
    .select(['dedupe_key', 'state', 'problem', 'attempts', 'due_at', 'message_id'])
    .orderBy('created_at')
    .orderBy('dedupe_key')
    .execute();

/** Starts the servers for a test file. Each test starts without bookings, letters and mail server faults. */
export function withLetters(): void {
  beforeAll(async () => {
    [server, mail] = await Promise.all([startPayments(), startMailServer()]);
  });
  afterAll(async () => {
    await mail.stop();
    await server.close();
  });
  beforeEach(async () => {
    await server.reset();
    mail.received.length = 0;
    mail.faults.length = 0;
    logged.length = 0;
  });
}
