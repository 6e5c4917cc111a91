import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import { buildApp } from '../../../server/app.ts';
import { closedGateway } from '../closedGateway.ts';
import { accounts, send, type SignedIn } from '../client.ts';
import { tokensTo } from '../linkInEmail.ts';
import { startServer, type TestServer } from '../startServer.ts';

/* What visitors of many networks may do, through a listening server behind a proxy. */

const LIMIT = 2;
const DAY = 86_400_000;
let server: TestServer;
let secondServer: TestServer;
beforeAll(async () => {
  server = await startServer({
    env: { TRUST_PROXY: '1', RATE_LIMIT_LOGIN: String(LIMIT), RATE_LIMIT_SERIES: '2' },
  });
  const app = await buildApp({
    config: server.config,
    database: server.database,
    gateway: closedGateway,
    now: () => server.clock.now,
    siteRoot: 'no-site',
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  secondServer = { ...server, app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
});
afterAll(async () => {
  await secondServer.app.close();
  await server.close();
});

let used = 0;
/** An address of a network that no test has used. */
const newAddress = (): string => {
  used += 1;
  return `198.18.${Math.floor(used / 250)}.${used % 250}`;
};

const request = <T>(from: string, path: string, fields?: object, { token = '', at = server } = {}) =>
  send<T>(at, path, {
    method: fields ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': from,
      ...(fields && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    ...(fields && { body: JSON.stringify(fields) }),
  });
const login = async (from: string, email: string, password: string, at = server): Promise<number> =>
  (await request(from, paths.login, { email, password }, { at })).status;

/** Guesses from new networks until the account accepts none from a new network. Returns the number of accepted guesses. */
async function guessUntilRefused(email: string, at = server): Promise<number> {
  for (let guesses = 0; guesses < 100; guesses += 1) {
    if ((await login(newAddress(), email, 'a guess', at)) === 429) return guesses;
  }
  throw new Error('never refused');
}

test('an account accepts a limited number of guesses from new networks, and its owner signs in from known ones', async () => {
  const { email, password } = accounts.member;
  const office = newAddress();
  const phone = newAddress();
  expect(await login(office, email, password)).toBe(200);
  const session = await request<SignedIn>(newAddress(), paths.login, { email, password });
  // A network in which a session was renewed is known too.
  await request(phone, paths.refresh, { token: session.body.refresh });

  expect(await guessUntilRefused(email)).toBe(10 * LIMIT);
  expect(await login(newAddress(), email, password)).toBe(429);
  for (const network of [office, phone]) expect(await login(network, email, password)).toBe(200);

  // Every server knows them, also after a restart.
  await guessUntilRefused(email, secondServer);
  expect(await login(office, email, password, secondServer)).toBe(200);
  expect(await login(newAddress(), email, password, secondServer)).toBe(429);
});

test('an owner without a known network gets in with the link for a forgotten password', async () => {
  const { email } = accounts.guest;
  await guessUntilRefused(email);
  const hotel = newAddress();
  await request(hotel, paths.forgotPassword, { email });
  const [token] = await tokensTo(server, email, 'reset');
  const password = 'Kaveri-Riverside-7';
  expect((await request(hotel, paths.resetPassword, { token, password })).status).toBe(200);
  expect(await login(hotel, email, password)).toBe(200);
});

test('a signed-in user confirms the password while strangers guess, a limited number of times', async () => {
  const { email, password } = accounts.blocked;
  const at = newAddress();
  const { access } = (await request<SignedIn>(at, paths.login, { email, password })).body;
  await guessUntilRefused(email);
  const change = async (typed: string) =>
    (
      await request(
        newAddress(),
        paths.changePassword,
        { password: typed, new_password: 'Kaveri-Riverside-7' },
        { token: access },
      )
    ).status;
  expect([await change('a guess'), await change('a guess'), await change(password)]).toEqual([403, 403, 429]);
});

test('a flood of passwords from new networks refuses nobody with a link or a session', async () => {
  const { email, password } = accounts.owner;
  const at = newAddress();
  const { access } = (await request<SignedIn>(at, paths.login, { email, password })).body;
  const anu = { first_name: 'Anu', email: 'anu@flood.example', password, phone: '+919840054321' };
  const bela = { ...anu, email: 'bela@flood.example' };
  const other = 'Kaveri-Riverside-7';
  for (const person of [anu, bela]) await request(newAddress(), paths.register, person);
  server.clock.now += 1000;
  // A second registration with another password, which waits for its own link.
  await request(newAddress(), paths.register, { ...anu, password: other });
  await request(newAddress(), paths.forgotPassword, { email: bela.email });
  const [own, finish] = await tokensTo(server, anu.email, 'confirm-address');
  const [reset] = await tokensTo(server, bela.email, 'reset');

  const end = new AbortController();
  const guess = async (): Promise<void> => {
    while (!end.signal.aborted) await hashPassword('a guess').catch(() => delay(1));
  };
  const flood = Array.from({ length: 150 }, guess);
  const from = newAddress();
  expect(await login(newAddress(), email, password)).toBe(503);
  const statuses = {
    finish: (await request(from, paths.confirmAddress, { token: finish, password: 'wrong' })).status,
    confirm: (await request(from, paths.confirmAddress, { token: own, password: 'wrong' })).status,
    claim: (await request(from, paths.claimAccount, { token: own, password: other })).status,
    reset: (await request(from, paths.resetPassword, { token: reset, password: other })).status,
    close: (await request(from, paths.closeAccount, { password: 'wrong' }, { token: access })).status,
  };
  end.abort();
  await Promise.all(flood);
  expect(statuses).toEqual({ finish: 403, confirm: 403, claim: 200, reset: 200, close: 403 });
});

test('an unknown address is answered like an account', async () => {
  expect(await guessUntilRefused('nobody@example.com')).toBe(10 * LIMIT);
});

test('a network is known for thirty days after its last use, and is stored as a keyed hash', async () => {
  const { email, password } = accounts.desk;
  const office = newAddress();
  expect(await login(office, email, password)).toBe(200);
  const rows = await server.database.selectFrom('known_network').select('network').execute();
  expect(JSON.stringify(rows)).not.toContain(office);
  server.clock.now += 31 * DAY;
  await guessUntilRefused(email);
  expect(await login(office, email, password)).toBe(429);
  server.clock.now -= 31 * DAY;
});

test('previews of a series are limited for each network', async () => {
  const query = new URLSearchParams({
    mid: '1',
    bdate: '2025-11-26',
    stime: '10:00:00',
    etime: '10:30:00',
    ctime: '11:00:00',
    every: '1',
    count: '2',
  });
  const preview = async (from: string) => (await request(from, `${paths.series}?${query}`)).status;
  const address = newAddress();
  const statuses = [];
  for (let n = 0; n < 11; n += 1) statuses.push(await preview(address));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(await preview(newAddress())).toBe(200);
  // A /56 has 256 networks and twice the limit of one.
  const many = [];
  for (let n = 0; n < 21; n += 1) many.push(await preview(`2001:db8:0:${n.toString(16)}::1`));
  expect(many.filter((status) => status === 200)).toHaveLength(20);
});
