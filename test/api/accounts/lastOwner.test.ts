import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { accounts, post, signIn, type ApiResponse, type ErrorResponse, type SignedIn } from '../client.ts';
import { tokensTo } from '../linkInEmail.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
let owner: SignedIn;
let guest: SignedIn;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signIn(server, 'owner');
  guest = await signIn(server, 'guest');
});

const { email, password } = accounts.owner;
const as = ({ access }: SignedIn) => ({ token: access });
const setOwner = (change: { role?: 'owner'; email_confirmed_at?: Date | null }, address: string = email) =>
  server.database.updateTable('app_user').set(change).where('email', '=', address).execute();
const ownerRow = () =>
  server.database
    .selectFrom('app_user')
    .select(['email', 'role', 'is_blocked', 'closed_at'])
    .where('id', '=', owner.user_id)
    .executeTakeFirstOrThrow();
const giveRole = (role: string) =>
  post(server, deskPaths.giveRole, { email, role, reason: 'leaves' }, as(owner));

/** Every operation through which an account can lose its role, its address or its access. */
const doors: Readonly<Record<string, { file: string; attempt: () => Promise<ApiResponse> }>> = {
  'closing the account': {
    file: 'profile/closeAccount.ts',
    attempt: () => post(server, paths.closeAccount, { password }, as(owner)),
  },
  'becoming a customer': { file: 'account/setRole.ts', attempt: () => giveRole('customer') },
  'becoming a manager': { file: 'account/setRole.ts', attempt: () => giveRole('manager') },
  'a block': {
    file: 'desk/membership.ts',
    attempt: () =>
      post(
        server,
        deskPaths.blockPerson,
        { user_id: owner.user_id, blocked: true, reason: 'a test' },
        as(owner),
      ),
  },
  'another account that takes over the unconfirmed address': {
    file: 'account/address/releaseAddress.ts',
    attempt: async () => {
      await setOwner({ email_confirmed_at: null });
      await post(server, paths.changeAddress, { email, password: accounts.guest.password }, as(guest));
      const token = (await tokensTo(server, email, 'confirm-address')).at(-1);
      return post(server, paths.confirmAddress, { token, password: accounts.guest.password });
    },
  },
};

describe('the only owner', () => {
  test.each(Object.entries(doors))('cannot be lost by %s', async (_door, { attempt }) => {
    const before = await ownerRow();
    const { status, body } = (await attempt()) as ErrorResponse;
    expect([status, body.error.code]).toEqual(
      body.error.code === 'not-allowed' ? [403, 'not-allowed'] : [409, 'last-owner'],
    );
    expect(await ownerRow()).toEqual(before);
    await setOwner({ email_confirmed_at: new Date(server.clock.now) });
  });

  test('is not replaced by an owner who is blocked', async () => {
    await server.database
      .updateTable('app_user')
      .set({ role: 'owner' })
      .where('email', '=', accounts.blocked.email)
      .execute();
    expect((await giveRole('customer')).status).toBe(409);
    await server.database
      .updateTable('app_user')
      .set({ role: 'customer' })
      .where('email', '=', accounts.blocked.email)
      .execute();
  });

  test('is protected by every statement that takes a role or access from an account', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.startsWith('seed/') && !name.includes('migrations/'),
    );
    const taking = sources.filter((name) =>
      /updateTable\('app_user'\)\s*\.set\((?:(?!\.where)[^])*?\b(role\b|is_blocked:|closed_at:)/.test(
        readFileSync(join('server', name), 'utf8'),
      ),
    );
    expect(taking.toSorted()).toEqual([...new Set(Object.values(doors).map(({ file }) => file))].toSorted());
    for (const name of taking) expect(readFileSync(join('server', name), 'utf8')).toContain('keepAnOwner(');
  });

  test('remains when two owners close their accounts at once', async () => {
    await setOwner({ role: 'owner' }, accounts.desk.email);
    const second = await signIn(server, 'desk');
    const closed = await Promise.all([
      post(server, paths.closeAccount, { password }, as(owner)),
      post(server, paths.closeAccount, { password: accounts.desk.password }, as(second)),
    ]);
    expect(closed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
