import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createSessions, type Sessions } from '../../server/accounts/sessions.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open.ts';
import { TIMEOUT_FACTOR } from '../api/timeoutFactor.ts';

/* Rotations and a revocation of one session, on two servers' connections to one PostgreSQL. */

const ROUNDS = 60;
const config = { refreshTokenSecret: 'a secret of the test, long enough' };
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-races-'));

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let databases: OpenDatabase[];
let servers: [Sessions, Sessions];
let userId: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const open = () => openDatabase({ databaseUrl: postgres.url, dataDir, timeoutFactor: TIMEOUT_FACTOR });
  const [one, two] = [await open(), await open()];
  databases = [one, two];
  await migrate(one.database);
  servers = [createSessions(one.database, config, Date.now), createSessions(two.database, config, Date.now)];
  ({ id: userId } = await one.database
    .insertInto('app_user')
    .values({ email: 'a@example.com', password_hash: '-', first_name: 'A', phone: '+919840012345' })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  for (const { close } of databases) await close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signs the user in; returns the first token of the session. */
async function begin(server: Sessions): Promise<string> {
  const session = await server.begin({ id: userId, password_hash: '-' }, null);
  if (session === null) throw new Error('the password was changed');
  return session.token;
}

test('a revocation concurrent with rotations leaves no valid token', async () => {
  const [one, two] = servers;
  const revivals: number[] = [];
  let exchanged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let token = await begin(one);
    const first = token;
    /** A client that renews without a pause. */
    const renewing = (async () => {
      for (;;) {
        const exchange = await two.rotate(token);
        if (exchange.kind !== 'rotated') return;
        exchanged += 1;
        token = exchange.token;
      }
    })();
    await Promise.all([renewing, one.revoke(first)]);
    if ((await one.rotate(token)).kind === 'rotated') revivals.push(round);
  }
  expect(revivals).toEqual([]);
  // Otherwise they were not concurrent.
  expect(exchanged).toBeGreaterThan(0);
});

test('a token that two servers rotate at once has one successor', async () => {
  const [one, two] = servers;
  for (let round = 0; round < ROUNDS; round += 1) {
    const token = await begin(one);
    const answers = await Promise.all([one.rotate(token), two.rotate(token)]);
    expect(answers[0]?.kind).toBe('rotated');
    expect(answers[1]).toEqual(answers[0]);
  }
});
