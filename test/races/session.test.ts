import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions, type Sessions } from '../../server/account/session/sessions.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';
import { roundsOf } from './rounds.ts';

/* Rotations and revocations of one session race on the connections of two servers to one PostgreSQL. */

const ROUNDS = roundsOf(60);
const config = { refreshTokenSecret: 'a secret of the test, long enough' };

let postgres: SharedPostgres;
let databases: OpenDatabase[];
let servers: [Sessions, Sessions];
let userId: string;

beforeAll(async () => {
  postgres = await sharedPostgres();
  const [one, two] = [await postgres.open(), await postgres.open()];
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
});

/** Signs the user in and returns the first token of the session. */
async function signInTo(server: Sessions): Promise<string> {
  const session = await server.begin({ id: userId, password_hash: '-' }, null);
  if (session === null) throw new Error('the password was changed');
  return session.token;
}

test('a revocation concurrent with rotations leaves no valid token', async () => {
  const [one, two] = servers;
  const roundsWithValidToken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let token = await signInTo(one);
    const first = token;
    // The revocation is concurrent with the first, second or third rotation.
    const rotationsBefore = round % 3;
    let startRevocation = () => {};
    const revocationTime = new Promise<void>((resolve) => (startRevocation = resolve));
    /** A client that rotates its token without a delay. */
    const renewing = (async () => {
      for (let rotations = 0; ; rotations += 1) {
        if (rotations === rotationsBefore) startRevocation();
        const exchange = await two.rotate(token);
        if (exchange.kind !== 'rotated') return rotations;
        token = exchange.token;
      }
    })();
    const [rotations] = await Promise.all([renewing, revocationTime.then(() => one.revoke(first))]);
    expect(rotations).toBeGreaterThanOrEqual(rotationsBefore);
    if ((await one.rotate(token)).kind === 'rotated') roundsWithValidToken.push(round);
  }
  expect(roundsWithValidToken).toEqual([]);
});

test('a token that two servers rotate concurrently has one successor', async () => {
  const [one, two] = servers;
  for (let round = 0; round < ROUNDS; round += 1) {
    const token = await signInTo(one);
    const responses = await Promise.all([one.rotate(token), two.rotate(token)]);
    expect(responses[0]?.kind).toBe('rotated');
    expect(responses[1]).toEqual(responses[0]);
  }
});
