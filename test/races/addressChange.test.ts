import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmAddress } from '../../server/account/address/confirmAddress.ts';
import { createLinks } from '../../server/account/address/links.ts';
import { createSessions } from '../../server/account/session/sessions.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { linkToken } from '../../server/outbox/linkToken.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';
import { roundsOf } from './rounds.ts';

/* Two accounts confirm the same new address on the connections of two servers to one PostgreSQL. */

const ROUNDS = roundsOf(60);
const config = { refreshTokenSecret: 'a secret of the test, long enough' };

let postgres: SharedPostgres;
let databases: OpenDatabase[];

beforeAll(async () => {
  postgres = await sharedPostgres();
  databases = [await postgres.open(), await postgres.open()];
  await migrate(databases[0]!.database);
});
afterAll(async () => {
  for (const { close } of databases) await close();
  await postgres.stop();
});

const depsOf = ({ database }: OpenDatabase) => ({
  database,
  sessions: createSessions(database, config, Date.now),
  links: createLinks(database, config, Date.now),
  now: Date.now,
});

/** Adds an account that has requested the new address, and returns the token of its link. */
async function requestChange({ database }: OpenDatabase, email: string, newEmail: string): Promise<string> {
  const { id: userId } = await database
    .insertInto('app_user')
    .values({ email, password_hash: '-', first_name: 'A', phone: '+919840012345' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await database.transaction().execute((tx) =>
    createLinks(database, config, Date.now).create(tx, {
      purpose: 'confirm-address',
      subject: userId,
      userId,
      email: newEmail,
      device: null,
    }),
  );
  if (link === null) throw new Error('no link was created');
  return linkToken(config.refreshTokenSecret, 'confirm-address', link.id);
}

/** As if the password of both accounts was checked. */
const proof = { checkedHash: '-' };

test('an address that two accounts confirm at once becomes the address of one, and the other link is used up', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const newEmail = `new${round}@example.com`;
    const tokens = [
      await requestChange(databases[0]!, `one${round}@example.com`, newEmail),
      await requestChange(databases[1]!, `two${round}@example.com`, newEmail),
    ];
    const results = await Promise.all(
      tokens.map((token, i) => confirmAddress(depsOf(databases[i]!), token, proof)),
    );
    expect(results.filter((result) => result !== null)).toEqual([{ action: 'change', email: newEmail }]);
    const repeated = await Promise.all(
      tokens.map((token, i) => confirmAddress(depsOf(databases[i]!), token, proof)),
    );
    expect(repeated).toEqual([null, null]);
  }
});
