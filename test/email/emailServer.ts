import { builtBusiness } from '../../domain/content/business.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../server/platform/database/schema.ts';
import { sendEmails, type EmailDeps } from '../../server/email/sendEmails.ts';
import { smtpMailer } from '../../server/platform/mail/smtpMailer.ts';
import type { LogEntry } from '../api/startServer.ts';
import { startPayments, type PaymentServer } from '../payments/startPayments.ts';
import { startMailServer, type MailServer, type ReceivedEmail } from './mailServer.ts';

/** Of links in the emails of these tests. */
export const ORIGIN = 'https://litrooms.test';
export const LINK_SECRET = 'a-secret-of-the-tests';

/** With the mail server that receives its emails. */
export let server: PaymentServer;
export let mail: MailServer;
/** Entries about sending. */
export const logged: LogEntry[] = [];

/** `overrides` replaces some, such as the mailer. */
export const emailDeps = (overrides: Partial<EmailDeps> = {}): EmailDeps => ({
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

/** Sends the due emails and returns those that the mail server has received by it. */
export async function send(changed: Partial<EmailDeps> = {}): Promise<ReceivedEmail[]> {
  const before = mail.received.length;
  await sendEmails(emailDeps(changed));
  return mail.received.slice(before);
}

/** With their states. */
export const outbox = (database: Database = server.database) =>
  database
    .selectFrom('letter')
    .select(['dedupe_key', 'state', 'problem', 'attempts', 'due_at', 'message_id', 'to_name', 'to_address'])
    .orderBy('created_at')
    .orderBy('dedupe_key')
    .execute();

/** Starts the servers for a test file. Each test starts without bookings, emails and mail server faults. */
export function withEmails(): void {
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
