import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { RefreshResponse } from '../../../contract/account/session.ts';
import {
  accounts,
  get,
  post,
  signIn,
  type ApiResponse,
  type ErrorResponse,
  errorWithoutId,
} from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const refresh = (token: string): Promise<ApiResponse<RefreshResponse>> =>
  post(server, paths.refresh, { token });
const myBookings = (token: string): Promise<ApiResponse> => get(server, paths.myBookings, token);

describe('signing in', () => {
  test('returns both tokens, the user id and the membership', async () => {
    const signedIn = await signIn(server, 'member');
    expect(signedIn).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      is_member: true,
      user_id: expect.any(String),
    });
    expect(decodeJwt(signedIn.access)).toMatchObject({
      user_id: signedIn.user_id,
      is_member: true,
      exp: server.clock.now / 1000 + 15 * 60,
    });
    expect((await signIn(server, 'guest')).is_member).toBe(false);
  });

  test('accepts any spelling of the email address', async () => {
    const { status } = await post(server, paths.login, { ...accounts.member, email: ' Member@EXAMPLE.com ' });
    expect(status).toBe(200);
  });

  test('has the same response to a wrong password and an unknown address', async () => {
    const wrong = await post(server, paths.login, { ...accounts.member, password: 'Member-2026!' });
    const unknown = await post(server, paths.login, { ...accounts.member, email: 'nobody@example.com' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      error: {
        code: 'wrong-credentials',
        message: 'Login failed. Check your credentials.',
        request_id: expect.any(String),
      },
    });
    expect(unknown.status).toBe(401);
    expect(errorWithoutId(unknown)).toEqual(errorWithoutId(wrong));
  });

  test('refuses empty or missing credentials', async () => {
    const { status, body }: ErrorResponse = await post(server, paths.login, { email: ' ' });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['email', 'password']);
  });
});

describe('an access token', () => {
  let claims: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    const { user_id, is_member, sid } = decodeJwt((await signIn(server, 'member')).access);
    claims = { user_id, is_member, sid };
  });
  const signClaims = ({
    secret = server.config.accessTokenSecret,
    alg = 'HS256',
    issuer = 'litrooms',
    audience = 'litrooms-api',
  } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(server.clock.now / 1000 + 60)
      .sign(new TextEncoder().encode(secret));

  test('authorises the calls of signed-in users, which are refused without one', async () => {
    const { access } = await signIn(server, 'member');
    expect((await myBookings(access)).status).toBe(200);
    expect((await get(server, paths.myBookings)).status).toBe(401);
    // The unchanged copy is accepted, so the forged ones below fail because of their change.
    expect((await myBookings(await signClaims())).status).toBe(200);
  });

  test('is refused when it is malformed, or signed with another secret, algorithm, issuer or audience', async () => {
    const noAlgorithm = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = [
      'garbage',
      `${noAlgorithm}.${(await signClaims()).split('.')[1]}.`,
      await signClaims({ secret: 'another secret of a decent length' }),
      await signClaims({ alg: 'HS512' }),
      await signClaims({ issuer: 'someone' }),
      await signClaims({ audience: 'something' }),
    ];
    for (const token of forged) {
      const { status, body, headers } = (await myBookings(token)) as ErrorResponse;
      expect(status, token).toBe(401);
      expect(body.error.code).toBe('unauthenticated');
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('expires after fifteen minutes', async () => {
    const { access } = await signIn(server, 'member');
    server.clock.now += 15 * 60_000 - 1000;
    expect((await myBookings(access)).status).toBe(200);
    server.clock.now += 2000;
    expect((await myBookings(access)).status).toBe(401);
  });
});

describe('refreshing', () => {
  test('returns a new access token and rotates the refresh token', async () => {
    const first = await signIn(server, 'member');
    const { status, body } = await refresh(first.refresh);
    expect(status).toBe(200);
    expect(body.refreshToken).not.toBe(first.refresh);
    expect((await myBookings(body.accessToken)).status).toBe(200);
    expect((await refresh(body.refreshToken ?? '')).status).toBe(200);
  });

  test('includes a membership that started after the sign-in', async () => {
    const guest = await signIn(server, 'guest');
    await server.database
      .updateTable('app_user')
      .set({ is_member: true })
      .where('id', '=', guest.user_id)
      .execute();
    const { body } = await refresh(guest.refresh);
    await server.database
      .updateTable('app_user')
      .set({ is_member: false })
      .where('id', '=', guest.user_id)
      .execute();
    expect(decodeJwt(body.accessToken)['is_member']).toBe(true);
  });

  test('a token that is used a second time revokes all tokens of its sign-in, and no other', async () => {
    const stolen = await signIn(server, 'member');
    const other = await signIn(server, 'member');
    const { body } = await refresh(stolen.refresh);
    server.clock.now += 11_000;
    expect((await refresh(stolen.refresh)).status).toBe(401);
    expect((await refresh(body.refreshToken ?? '')).status).toBe(401);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  test('a retry within ten seconds gets the token of the lost response', async () => {
    const { refresh: token } = await signIn(server, 'member');
    const lost = await refresh(token);
    server.clock.now += 9_000;
    const retried = await refresh(token);
    expect(retried.status).toBe(200);
    expect(retried.body.refreshToken).toBe(lost.body.refreshToken);
    expect((await refresh(retried.body.refreshToken ?? '')).status).toBe(200);
  });

  test('a retry counts as theft when the token that it was exchanged for has been used', async () => {
    const { refresh: token } = await signIn(server, 'member');
    const second = (await refresh(token)).body.refreshToken ?? '';
    const third = (await refresh(second)).body.refreshToken ?? '';
    expect((await refresh(token)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
  });

  test('two tabs that refresh at once both stay signed in', async () => {
    const { refresh: token } = await signIn(server, 'member');
    const [one, two] = await Promise.all([refresh(token), refresh(token)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.body.refreshToken).toBe(two?.body.refreshToken);
  });

  test('a token expires after thirty days', async () => {
    const { refresh: token } = await signIn(server, 'member');
    server.clock.now += 30 * 86_400_000;
    expect((await refresh(token)).status).toBe(401);
  });

  test('a revoked stolen token stays revoked after its thirty days', async () => {
    const { refresh: stolen } = await signIn(server, 'member');
    const { body: first } = await refresh(stolen);
    server.clock.now += 20 * 86_400_000;
    const { body: thiefs } = await refresh(first.refreshToken ?? '');
    expect((await refresh(stolen)).status).toBe(401);
    server.clock.now += 11 * 86_400_000;
    await signIn(server, 'member');
    expect((await refresh(thiefs.refreshToken ?? '')).status).toBe(401);
  });

  test('a session ends ninety days after the sign-in', async () => {
    let { refresh: token } = await signIn(server, 'member');
    for (let day = 0; day < 75; day += 25) {
      server.clock.now += 25 * 86_400_000;
      token = (await refresh(token)).body.refreshToken ?? '';
    }
    server.clock.now += 15 * 86_400_000;
    expect((await refresh(token)).status).toBe(401);
  });

  test('refuses a token that it did not issue', async () => {
    const { status, body } = (await refresh('made-up')) as unknown as ErrorResponse;
    expect(status).toBe(401);
    expect(body.error.code).toBe('unauthenticated');
    expect((await post(server, paths.refresh, {})).status).toBe(400);
  });

  test('stores no token, only hashes', async () => {
    const { refresh: token } = await signIn(server, 'member');
    const rows = await server.database.selectFrom('refresh_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('signing out', () => {
  test('ends the session, also for its earlier and later tokens', async () => {
    const first = await signIn(server, 'member');
    const second = (await refresh(first.refresh)).body.refreshToken ?? '';
    const { status } = await post(server, paths.signOut, { token: first.refresh });
    expect(status).toBe(200);
    expect((await refresh(second)).status).toBe(401);
  });

  test('responds 200 to any token', async () => {
    expect((await post(server, paths.signOut, { token: 'made-up' })).status).toBe(200);
  });
});
