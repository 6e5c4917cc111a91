import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { hashPassword, passwordMatches } from '../../../server/account/passwords.ts';
import { createSignInLimit, type SignInLimit } from '../../../server/account/session/signInLimit.ts';
import { networkOf, networksOf } from '../../../server/platform/http/networkOf.ts';
import { accounts, send } from '../client.ts';
import { startServer } from '../startServer.ts';

const LIMIT = 10;
const MINUTE = 60_000;
const OWNER = '203.0.113.7';

describe('one account', () => {
  let now: number;
  let limit: SignInLimit;
  let known: Set<string>;
  beforeEach(() => {
    now = 0;
    limit = createSignInLimit(LIMIT, () => now);
    known = new Set();
  });

  const isAllowed = (network: string, account = 'owner@example.com'): boolean =>
    limit.begin(account, network, known.has(network) ? network : null).isAllowed;
  function signIn(network: string, account = 'owner@example.com'): void {
    const attempt = limit.begin(account, network, known.has(network) ? network : null);
    if (!attempt.isAllowed) throw new Error('refused');
    attempt.succeeded();
    known.add(network);
  }
  function countGuesses(network: string): number {
    let count = 0;
    while (isAllowed(network)) count += 1;
    return count;
  }

  test('accepts ten wrong guesses from a network in fifteen minutes', () => {
    expect(countGuesses('a')).toBe(LIMIT);
    expect(limit.begin('owner@example.com', 'a', null)).toEqual({ isAllowed: false, retryAfter: 900 });
    now = 15 * MINUTE - 1;
    expect(isAllowed('a')).toBe(false);
    now += 1;
    expect(isAllowed('a')).toBe(true);
  });

  test('accepts fewer guesses from each further network, but at least one', () => {
    const found = Array.from({ length: 40 }, (_, n) => countGuesses(`network-${n}`));
    expect(found[0]).toBe(LIMIT);
    expect(found.at(-1)).toBe(1);
    expect(found.reduce((sum, count) => sum + count, 0)).toBeLessThan(40 + 3 * LIMIT);
  });

  test('accepts a limited number of guesses from all unknown networks together', () => {
    const found = Array.from({ length: 500 }, (_, n) => countGuesses(`network-${n}`));
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(10 * LIMIT);
    expect(limit.begin('owner@example.com', 'elsewhere', null)).toEqual({
      isAllowed: false,
      retryAfter: 900,
    });
    expect(isAllowed('elsewhere', 'other@example.com')).toBe(true);
  });

  test.each([
    ['a /56', (n: number) => `2001:db8:0:${n.toString(16)}::1`, 256, 2],
    ['a /48', (n: number) => `2001:db8:0:${(n * 16).toString(16)}::1`, 4096, 4],
  ])('accepts few guesses from %s, however many networks it has', (_name, addressOf, count, share) => {
    const guesses = Array.from({ length: count }, (_, n) => countGuesses(addressOf(n)));
    const sum = guesses.reduce((total, each) => total + each, 0);
    expect(sum).toBeGreaterThanOrEqual(LIMIT);
    expect(sum).toBeLessThanOrEqual(LIMIT * share);
  });

  test('accepts its owner while strangers guess: from a known network without restriction', () => {
    signIn(OWNER);
    for (let n = 0; n < 500; n += 1) countGuesses(`network-${n}`);
    for (let n = 0; n < LIMIT - 1; n += 1) expect(isAllowed(OWNER)).toBe(true);
    signIn(OWNER);
    expect(isAllowed(OWNER)).toBe(true);
  });

  test('does not count successful or unchecked attempts', () => {
    for (let n = 0; n < 3 * LIMIT; n += 1) signIn(OWNER);
    for (let n = 0; n < LIMIT; n += 1) {
      const attempt = limit.begin('owner@example.com', 'elsewhere', null);
      if (attempt.isAllowed) attempt.withdraw();
    }
    expect(countGuesses('elsewhere')).toBe(LIMIT);
  });

  test('counts attempts that are in progress', () => {
    const attempts = Array.from({ length: 100 }, () => limit.begin('owner@example.com', 'a', null));
    expect(attempts.filter((attempt) => attempt.isAllowed)).toHaveLength(LIMIT);
  });
});

describe('one network', () => {
  test('can try fifty accounts in fifteen minutes; accounts that have used the network before are not blocked', () => {
    const limit = createSignInLimit(LIMIT, () => 0);
    const tried = Array.from(
      { length: 80 },
      (_, n) => limit.begin(`${n}@example.com`, OWNER, null).isAllowed,
    );
    expect(tried.filter(Boolean)).toHaveLength(50);
    expect(limit.begin('owner@example.com', OWNER, OWNER).isAllowed).toBe(true);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('%s belongs to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2fe3:4::1', ['2001:db8:1:2fe3::/64', '2001:db8:1:2f00::/56', '2001:db8:1::/48']],
])('the networks that contain %s are %j', (address, networks) => {
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks);
});

test('a flood of hashes from new networks leaves half of the capacity to known ones', async () => {
  let flooded = 0;
  const flood = Array.from({ length: 150 }, () =>
    hashPassword('a password').then(
      () => (flooded += 1),
      () => null,
    ),
  );
  const known = Array.from({ length: 20 }, () => hashPassword('a password', 'known'));
  await Promise.all(known);
  expect(flooded, 'they took turns').toBeLessThanOrEqual(25);
  await Promise.all(flood);
  expect(flooded).toBe(102);
});

test('the number of queued password hashes is limited, and further attempts are refused at once', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 150 }, () => hashPassword('a password')));
  const refused = hashes.flatMap((hash) => (hash.status === 'rejected' ? [hash.reason as unknown] : []));
  expect(refused).toHaveLength(150 - 102);
  expect(refused[0]).toMatchObject({ code: 'unavailable' });
  expect(await passwordMatches(await hashPassword('a password'), 'a password')).toBe(true);
});

test('an owner can sign in while ten networks guess, and an unknown account gets the same responses', async () => {
  const server = await startServer({ env: { TRUST_PROXY: '1', RATE_LIMIT_LOGIN: '2' } });
  try {
    const login = async (from: string, email: string, password: string): Promise<number> => {
      const { status } = await send(server, paths.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ email, password }),
      });
      return status;
    };
    const attack = async (email: string): Promise<number[]> => {
      const responses: number[] = [];
      for (let n = 0; n < 30; n += 1) responses.push(await login(`198.51.100.${n % 10}`, email, 'wrong'));
      return responses;
    };
    const { email, password } = accounts.member;
    const responses = await attack(email);
    expect(responses).toContain(429);
    expect(await attack('nobody@example.com')).toEqual(responses);
    // The owner signs in from a new network, twice.
    expect(await login(OWNER, email, password)).toBe(200);
    for (let guess = 0; guess < 3; guess += 1) await login('198.51.100.99', email, 'wrong');
    expect(await login(OWNER, email, password)).toBe(200);
  } finally {
    await server.close();
  }
});
