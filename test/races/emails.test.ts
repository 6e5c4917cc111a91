import { builtBusiness } from '../../domain/content/business.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { queueEmails } from '../../server/outbox/outbox.ts';
import { sendEmails, type EmailDeps } from '../../server/email/sendEmails.ts';
import { smtpMailer } from '../../server/platform/mail/smtpMailer.ts';
import { startMailServer, type MailServer } from '../email/mailServer.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/* Two servers on one PostgreSQL concurrently send the same emails. */

const EMAILS = 150;

let postgres: SharedPostgres;
let databases: OpenDatabase[];
let mail: MailServer;

beforeAll(async () => {
  postgres = await sharedPostgres();
  databases = [await postgres.open(), await postgres.open()];
  await migrate(databases[0]!.database);
  mail = await startMailServer();
});
afterAll(async () => {
  await mail.stop();
  for (const { close } of databases) await close();
  await postgres.stop();
});

const depsOf = ({ database }: OpenDatabase): EmailDeps => ({
  database,
  now: Date.now,
  mailer: smtpMailer({ host: '127.0.0.1', port: mail.port, secure: false, auth: null }),
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  businessAddress: 'desk@litrooms.test',
  business: builtBusiness,
  carriesUtf8: false,
  origin: 'https://litrooms.test',
  linkSecret: 'a secret of the test, long enough',
  attachments: {},
  log: { warn: () => {}, error: () => {} },
});

test('two servers that queue and send the same emails concurrently send each email once', async () => {
  const emails = Array.from({ length: EMAILS }, (_, n) => ({
    kind: 'password-changed' as const,
    key: String(n),
    to: { name: null, address: `visitor${n}@example.com` },
    payload: {},
    now: Date.now() - 1000,
  }));
  await Promise.all(databases.map(({ database }) => queueEmails(database, emails)));
  const passes = databases.flatMap((open) => [sendEmails(depsOf(open)), sendEmails(depsOf(open))]);
  const results = await Promise.all(passes);
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);

  const recipients = mail.received.map(({ to }) => to[0]);
  expect(recipients).toHaveLength(EMAILS);
  expect(new Set(recipients).size).toBe(EMAILS);
  const open = await databases[0]!.database
    .selectFrom('letter')
    .select('dedupe_key')
    .where('state', '<>', 'sent')
    .execute();
  expect(open).toEqual([]);
});
