import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessions, type Rotation, type Sessions } from '../../../server/account/session/sessions.ts';
import { addUser } from '../../../server/account/users.ts';
import { migrations } from '../../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { emptyDatabase } from '../emptyDatabase.ts';
import { migratedDatabase } from '../seededDatabase.ts';
import { START } from '../startServer.ts';

/* Sessions on a real database with a test clock, without a server. */

const DAY = 86_400_000;
const config = { refreshTokenSecret: 'a secret of the test, long enough' };

let open: OpenDatabase;
let now: number;
let sessions: Sessions;
let userId: string;

beforeAll(async () => {
  open = await migratedDatabase();
});
afterAll(() => open.close());

beforeEach(async () => {
  now = START;
  sessions = createSessions(open.database, config, () => now);
  const email = `${randomUUID()}@example.com`;
  await addUser(open.database, { email, password_hash: '-', first_name: 'A', phone: '+919840012345' });
  const user = await open.database
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  userId = user.id;
});

function tokenOf(exchange: Rotation): string {
  if (exchange.kind !== 'rotated') throw new Error(`refused: ${exchange.kind}`);
  return exchange.token;
}
/** Signs the user in and returns the first token of the session. */
async function signIn(): Promise<string> {
  const session = await sessions.begin({ id: userId, password_hash: '-' }, null);
  if (session === null) throw new Error('the password was changed');
  return session.token;
}
const kindOf = async (token: string): Promise<Rotation['kind']> => (await sessions.rotate(token)).kind;
const tokens = () =>
  open.database.selectFrom('refresh_token').selectAll().where('user_id', '=', userId).execute();
const sessionRows = () =>
  open.database.selectFrom('session').selectAll().where('user_id', '=', userId).execute();

/** A token family without a session row, as the previous version stores it. */
async function insertLegacyToken(): Promise<string> {
  const token = await signIn();
  await open.database.deleteFrom('session').where('user_id', '=', userId).execute();
  return token;
}

describe('a stolen token', () => {
  test('revokes the session and all its tokens', async () => {
    const stolen = await signIn();
    const branch = tokenOf(await sessions.rotate(stolen));
    now += DAY;
    expect(await sessions.rotate(stolen)).toEqual({ kind: 'reused', userId });
    expect((await tokens()).map(({ revoked_at }) => revoked_at !== null)).toEqual([true, true]);
    expect(await kindOf(branch)).toBe('revoked');
  });

  test.each([29, 30, 31])(
    'does not restore a session after day %i, even when others have signed in since',
    async (day) => {
      const stolen = await signIn();
      const first = tokenOf(await sessions.rotate(stolen));
      now += 20 * DAY;
      const thiefs = tokenOf(await sessions.rotate(first));
      now += DAY;
      expect(await kindOf(stolen)).toBe('reused');
      now = START + day * DAY;
      await signIn();
      expect(await kindOf(thiefs)).not.toBe('rotated');
      expect(await kindOf(stolen)).not.toBe('rotated');
    },
  );

  test('is refused after its row was purged, and does not affect the session', async () => {
    const stolen = await signIn();
    now += 20 * DAY;
    const live = tokenOf(await sessions.rotate(stolen));
    now += 11 * DAY;
    await signIn();
    expect(await sessions.rotate(stolen)).toEqual({ kind: 'unknown', userId: null });
    expect(await kindOf(live)).toBe('rotated');
  });
});

describe('the end', () => {
  test('is thirty days after the last renewal', async () => {
    const token = await signIn();
    now += 30 * DAY;
    expect(await kindOf(token)).toBe('expired');
  });

  test('is ninety days after the sign-in, with any number of renewals', async () => {
    let token = await signIn();
    for (let day = 10; day <= 80; day += 10) {
      now = START + day * DAY;
      token = tokenOf(await sessions.rotate(token));
    }
    now = START + 90 * DAY - 1;
    token = tokenOf(await sessions.rotate(token));
    now += 1;
    expect(await kindOf(token)).toBe('expired');
  });

  test('removes expired rows at the next sign-in of any user', async () => {
    let token = await signIn();
    for (const day of [20, 40, 60]) {
      now = START + day * DAY;
      token = tokenOf(await sessions.rotate(token));
    }
    await signIn();
    // The tokens of days 0 and 20 have expired; day 40, day 60 and the new sign-in remain.
    expect(await tokens()).toHaveLength(3);
    now = START + 91 * DAY;
    await signIn();
    const ends = (await sessionRows()).map(({ absolute_expires_at }) => absolute_expires_at.getTime());
    expect(ends).not.toContain(START + 90 * DAY);
    expect(await kindOf(token)).not.toBe('rotated');
  });
});

describe('rows of the previous version', () => {
  test('stay valid, and get a session row', async () => {
    const token = await insertLegacyToken();
    const second = tokenOf(await sessions.rotate(token));
    const [row] = await sessionRows();
    expect(row?.absolute_expires_at.getTime()).toBe(START + 90 * DAY);
    now += DAY;
    expect(await kindOf(token)).toBe('reused');
    expect(await kindOf(second)).toBe('revoked');
  });

  test('that it revoked are revoked, also when they were created after the migration', async () => {
    const token = await insertLegacyToken();
    const second = tokenOf(await sessions.rotate(token));
    await open.database
      .updateTable('refresh_token')
      .set({ revoked_at: new Date(now) })
      .where('user_id', '=', userId)
      .where('used_at', 'is not', null)
      .execute();
    expect(await kindOf(second)).toBe('revoked');
    // The revocation is stored in the session, not in the removed row.
    await open.database
      .deleteFrom('refresh_token')
      .where('user_id', '=', userId)
      .where('used_at', 'is not', null)
      .execute();
    expect(await kindOf(second)).toBe('revoked');
  });

  test('are converted by the migration, revoked families as a whole', async () => {
    const old = await emptyDatabase();
    try {
      const { database } = old;
      const before = Object.keys(migrations).filter((name) => name < '0007');
      for (const name of before) await migrations[name]?.up(database);
      await sql`insert into app_user (id, email, password_hash, first_name, phone)
        values (${userId}, 'old@example.com', '-', 'A', '+919840012345')`.execute(database);
      const [live, revoked] = [randomUUID(), randomUUID()];
      const expires = new Date(now + 30 * DAY);
      await database
        .insertInto('refresh_token')
        .values([
          { token_hash: 'a', family: live, user_id: userId, expires_at: expires, used_at: new Date(now) },
          { token_hash: 'b', family: live, user_id: userId, expires_at: new Date(now + 40 * DAY) },
          {
            token_hash: 'c',
            family: revoked,
            user_id: userId,
            expires_at: expires,
            revoked_at: new Date(now),
          },
          { token_hash: 'd', family: revoked, user_id: userId, expires_at: expires },
        ])
        .execute();
      await migrations['0007-sessions']?.up(database);
      const rows = await database.selectFrom('session').selectAll().execute();
      expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual({
        [live]: { user_id: userId, absolute_expires_at: new Date(now + 90 * DAY), revoked_at: null },
        [revoked]: {
          user_id: userId,
          absolute_expires_at: new Date(now + 90 * DAY),
          revoked_at: new Date(now),
        },
      });
      const marked = await database
        .selectFrom('refresh_token')
        .select('token_hash')
        .where('revoked_at', 'is not', null)
        .orderBy('token_hash')
        .execute();
      expect(marked.map(({ token_hash }) => token_hash)).toEqual(['c', 'd']);
    } finally {
      await old.close();
    }
  });
});
