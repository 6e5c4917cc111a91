import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { accessTokens } from '../../../server/account/session/accessTokens.ts';
import { insertSession } from '../../fixtures/insertSession.ts';
import { accounts, bookingFields, post, type ErrorResponse } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMIT_LOGIN: '3', RATE_LIMIT_REGISTER: '2', RATE_LIMIT_ENQUIRE: '1', RATE_LIMIT_ORDER: '2' },
  });
});
afterAll(() => server.close());

async function statuses(
  times: number,
  request: (n: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const collected: number[] = [];
  for (let n = 0; n < times; n += 1) collected.push((await request(n)).status);
  return collected;
}

const login = (email: string, password = 'wrong') => post(server, paths.login, { email, password });

test('guessing the password of one account is limited, even for the right guess and other spellings of the address', async () => {
  const { email, password } = accounts.member;
  expect(await statuses(4, () => login(email))).toEqual([401, 401, 401, 429]);
  const response = (await login(email.toUpperCase(), password)) as ErrorResponse;
  expect([response.status, response.body.error.code]).toEqual([429, 'too-many-requests']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('other accounts can still sign in, until the network address has made five times as many attempts', async () => {
  expect((await login(accounts.guest.email, accounts.guest.password)).status).toBe(200);
  const responses = await statuses(15, (n) => login(`someone-${n}@example.com`));
  expect(responses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 401));
  expect(responses.slice(9)).toEqual(Array.from({ length: 6 }, () => 429));
});

test('floods of registrations and enquiries are limited and not stored', async () => {
  const person = {
    first_name: 'A',
    email: 'a@example.com',
    phone: '+919840012345',
    password: 'a quiet street',
  };
  expect(await statuses(3, () => post(server, paths.register, person))).toEqual([201, 409, 429]);
  const enquiry = { name: 'A', email: 'a@example.com', phone: '1', enquire_for: 'EVENTS' };
  expect(await statuses(2, () => post(server, paths.enquire, enquiry))).toEqual([200, 429]);
  expect(await server.database.selectFrom('enquiry').select('id').execute()).toHaveLength(1);
});

test('floods of orders are limited for an account, and for a network address at five times the limit', async () => {
  const tokens = accessTokens(server.config, () => server.clock.now);
  const fields = { ...bookingFields({ user_id: 'someone else' }, 1, '2025-11-25', { start: 20, end: 22 }) };
  const account = async () => {
    const { id } = await server.database
      .insertInto('app_user')
      .values({
        email: `${randomUUID()}@example.com`,
        password_hash: '-',
        first_name: 'Flood',
        phone: '+919840012345',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await tokens.issue({
      id,
      isMember: false,
      sessionId: await insertSession(server.database, id),
    });
    return () => post(server, paths.createPayment, { ...fields, amount: '1', currency: 'INR' }, { token });
  };
  const flood = await account();
  expect(await statuses(3, flood)).toEqual([403, 403, 429]);
  const response = await flood();
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  // Other accounts at this network address can create orders until it has reached ten.
  expect(await statuses(8, async () => (await account())())).toEqual([
    403, 403, 403, 403, 403, 403, 429, 429,
  ]);
});
