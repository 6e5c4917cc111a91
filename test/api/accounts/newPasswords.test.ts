import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { passwordProblem } from '../../../server/account/newPassword.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import {
  accounts,
  get,
  post,
  signIn,
  type ApiResponse,
  type ErrorResponse,
  type SignedIn,
} from '../client.ts';
import { tokensTo } from '../linkInEmail.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startServer();
  owner = await signIn(server, 'owner');
});
afterAll(() => server.close());

const GOOD = 'Kaveri-Riverside-7';
let people = 0;
const register = (password: string) => {
  people += 1;
  const email = `chooser${people}@example.com`;
  const fields = { first_name: 'Anu', email, password, phone: '+919840054321' };
  return { email, response: post<{ session: SignedIn }>(server, paths.register, fields) };
};
async function registered(): Promise<SignedIn & { email: string }> {
  const { email, response } = register(GOOD);
  return { ...(await response).body.session, email };
}
const login = (email: string, password: string) => post<SignedIn>(server, paths.login, { email, password });
const storeHash = (email: string, password_hash: string) =>
  server.database
    .updateTable('app_user')
    .set({ password_hash, password_is_weak: null })
    .where('email', '=', email)
    .execute();

describe('a new password', () => {
  test.each([
    ['seven characters', 'Xq-7w!z', true],
    ['seven characters of two code units', '😀😁😂😃😄😅😆', true],
    ['eight characters', 'Xq-7w!zp', false],
    ['eight full-width characters', 'Ｘｑ７ｗｚｐｋｔ', false],
    ['a common one', 'sunshine1', true],
    ['a common one in capitals', 'PASSWORD1', true],
    ['a common one in full-width letters', 'ｐａｓｓｗｏｒｄ１', true],
    ['the passwords of the demo', 'Member-2025!', false],
    ['words with spaces', 'four quiet words here', false],
  ])('%s: %s', async (_name, password, isRefused) => {
    expect((await passwordProblem(password)) !== null).toBe(isRefused);
  });

  /** Every operation through which an account gets a password: it tries the password, and names the field that is refused. */
  const doors: Readonly<Record<string, (password: string) => Promise<[ApiResponse, string]>>> = {
    registering: async (password) => [await register(password).response, 'password'],
    'the link of a reset': async (password) => {
      const { email } = await registered();
      await post(server, paths.forgotPassword, { email });
      const [token] = await tokensTo(server, email, 'reset');
      return [await post(server, paths.resetPassword, { token, password }), 'password'];
    },
    'changing it': async (new_password) => {
      const { access } = await registered();
      const fields = { password: GOOD, new_password };
      return [await post(server, paths.changePassword, fields, { token: access }), 'new_password'];
    },
  };

  test.each(Object.entries(doors))(
    'is refused by %s when it is short or common, naming the field',
    async (_door, attempt) => {
      for (const [password, text] of [
        ['Xq-7w!z', 'must have at least 8 characters'],
        ['sunshine1', 'is one of the most common passwords. Please choose another one'],
      ] as const) {
        const [response, field] = await attempt(password);
        const { error } = (response as ErrorResponse).body;
        expect([response.status, error.code, error.fields]).toEqual([400, 'bad-input', { [field]: text }]);
      }
      const [{ status }] = await attempt('Another-Quiet-Street');
      expect([200, 201]).toContain(status);
    },
  );

  test('is hashed by no other code', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const hashing = sources.filter((name) =>
      /\bhashPassword\(/.test(readFileSync(join('server', name), 'utf8')),
    );
    expect(hashing.toSorted()).toEqual([
      'account/newPassword.ts',
      // The dummy of an unknown address, and random passwords of accounts without one.
      'account/routes/sessionRoutes.ts',
      ...hashing.filter((name) => /^(desk|sales|seed)\//.test(name)),
    ]);
    for (const name of hashing.filter((each) => /^(desk|sales)\//.test(each))) {
      expect(readFileSync(join('server', name), 'utf8')).toMatch(/hashPassword\(random/);
    }
  });
});

describe('a password that devices type differently', () => {
  const composed = 'Café-1234';
  const decomposed = composed.normalize('NFD');

  test('signs in composed and decomposed', async () => {
    for (const password of [composed, decomposed]) {
      const { email, response } = register(password);
      expect((await response).status).toBe(201);
      expect((await login(email, composed)).status).toBe(200);
      expect((await login(email, decomposed)).status).toBe(200);
      expect((await login(email, 'Cafe-1234')).status).toBe(401);
    }
  });

  test('still signs in where it was hashed as it was typed', async () => {
    const { email } = await registered();
    await storeHash(email, await hash(decomposed));
    expect((await login(email, decomposed)).status).toBe(200);
  });
});

describe('the desk', () => {
  const giveRole = (email: string, role: string) =>
    post(server, deskPaths.giveRole, { email, role, reason: 'a test' }, { token: owner.access });
  const openDesk = async ({ access }: SignedIn) => {
    const { status, body } = await get<ErrorResponse['body']>(server, deskPaths.staff, access);
    return status === 200 ? 'open' : body.error.code;
  };
  /** A confirmed account whose password was chosen before there was a rule. */
  async function earlier(password: string): Promise<string> {
    const { email } = await registered();
    await server.database
      .updateTable('app_user')
      .set({ email_confirmed_at: new Date(server.clock.now) })
      .where('email', '=', email)
      .execute();
    await storeHash(email, await hashPassword(password));
    return email;
  }

  test('is closed to an account with a weak password until it is changed', async () => {
    const email = await earlier('secret');
    await giveRole(email, 'staff');
    const session = (await login(email, 'secret')).body;
    expect(await openDesk(session)).toBe('weak-password');
    await post(
      server,
      paths.changePassword,
      { password: 'secret', new_password: GOOD },
      { token: session.access },
    );
    expect(await openDesk(session)).toBe('open');
  });

  test('is closed to the sessions of an account that gets a role before its password was checked', async () => {
    const email = await earlier('secret');
    const session = (await login(email, 'secret')).body;
    await server.database
      .updateTable('app_user')
      .set({ password_is_weak: null })
      .where('email', '=', email)
      .execute();
    await giveRole(email, 'staff');
    expect(await openDesk(session)).toBe('unauthenticated');
    expect(await openDesk((await login(email, 'secret')).body)).toBe('weak-password');
  });

  test('is open to an account with a good earlier password, and its sessions stay when it gets a role', async () => {
    const email = await earlier(GOOD);
    const session = (await login(email, GOOD)).body;
    await giveRole(email, 'staff');
    expect(await openDesk(session)).toBe('open');
  });

  test('is open to the demo accounts', async () => {
    for (const account of Object.values(accounts)) {
      expect(await passwordProblem(account.password)).toBeNull();
    }
    expect(await openDesk(await signIn(server, 'desk'))).toBe('open');
  });
});
