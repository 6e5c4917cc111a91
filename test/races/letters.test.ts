import { builtBusiness } from '../../domain/content/business.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { queueLetters } from '../../server/letters/outbox.ts';
import { sendLetters, type LetterDeps } from '../../server/letters/sendLetters.ts';
import { smtpMailer } from '../../server/letters/smtpMailer.ts';
import { startMailServer, type MailServer } from '../letters/mailServer.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/* Two servers on one PostgreSQL concurrently send the same letters. */

const LETTERS = 150;

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

const depsOf = ({ database }: OpenDatabase): LetterDeps => ({
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

test('two servers that queue and send the same letters concurrently send each letter once', async () => {
  const letters = Array.from({ length: LETTERS }, (_, n) => ({
    kind: 'password-changed' as const,
    key: String(n),
    to: { name: null, address: `visitor${n}@example.com` },
    payload: {},
    now: Date.now() - 1000,
  }));
  await Promise.all(databases.map(({ database }) => queueLetters(database, letters)));
  const passes = databases.flatMap((open) => [sendLetters(depsOf(open)), sendLetters(depsOf(open))]);
  const results = await Promise.all(passes);
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);

  const recipients = mail.received.map(({ to }) => to[0]);
  expect(recipients).toHaveLength(LETTERS);
  expect(new Set(recipients).size).toBe(LETTERS);
  const open = await databases[0]!.database
    .selectFrom('letter')
    .select('dedupe_key')
    .where('state', '<>', 'sent')
    .execute();
  expect(open).toEqual([]);
});
