import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { hashPassword, passwordMatches } from '../../server/accounts/passwords.ts';
import { createSignInLimit, type SignInLimit } from '../../server/accounts/signInLimit.ts';
import { networkOf } from '../../server/plugins/networkOf.ts';
import { accounts, send } from './client.ts';
import { startServer } from './startServer.ts';

const LIMIT = 10;
const MINUTE = 60_000;
const OWNER = '203.0.113.7';

describe('one account', () => {
  let now: number;
  let limit: SignInLimit;
  beforeEach(() => {
    now = 0;
    limit = createSignInLimit(LIMIT, () => now);
  });

  const isAllowed = (network: string, account = 'owner@example.com'): boolean =>
    limit.begin(account, network).isAllowed;
  function signIn(network: string, account = 'owner@example.com'): void {
    const attempt = limit.begin(account, network);
    if (!attempt.isAllowed) throw new Error('refused');
    attempt.succeeded();
  }
  /** The number of wrong guesses that a network can make. */
  function countGuesses(network: string): number {
    let count = 0;
    while (isAllowed(network)) count += 1;
    return count;
  }

  test('accepts ten wrong guesses from a network in fifteen minutes', () => {
    expect(countGuesses('a')).toBe(LIMIT);
    expect(limit.begin('owner@example.com', 'a')).toEqual({ isAllowed: false, retryAfter: 900 });
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

  test('accepts its owner while strangers guess: from a known network without restriction, from a new one at the first attempt', () => {
    signIn(OWNER);
    for (let n = 0; n < 100; n += 1) countGuesses(`network-${n}`);
    for (let n = 0; n < LIMIT - 1; n += 1) expect(isAllowed(OWNER)).toBe(true);
    signIn(OWNER);
    expect(isAllowed(OWNER)).toBe(true);
    signIn('a hotel');
  });

  test('does not count successful or unchecked attempts', () => {
    for (let n = 0; n < 3 * LIMIT; n += 1) signIn(OWNER);
    for (let n = 0; n < LIMIT; n += 1) {
      const attempt = limit.begin('owner@example.com', 'elsewhere');
      if (attempt.isAllowed) attempt.withdraw();
    }
    expect(countGuesses('elsewhere')).toBe(LIMIT);
  });

  test('counts attempts that are in progress', () => {
    const attempts = Array.from({ length: 100 }, () => limit.begin('owner@example.com', 'a'));
    expect(attempts.filter((attempt) => attempt.isAllowed)).toHaveLength(LIMIT);
  });

  test('forgets a network after a month', () => {
    signIn(OWNER);
    now = 31 * 86_400_000;
    for (let n = 0; n < 100; n += 1) countGuesses(`network-${n}`);
    expect(countGuesses(OWNER)).toBe(1);
  });
});

describe('one network', () => {
  test('can try fifty accounts in fifteen minutes; accounts that have used the network before are not blocked', () => {
    const limit = createSignInLimit(LIMIT, () => 0);
    const first = limit.begin('owner@example.com', OWNER);
    if (first.isAllowed) first.succeeded();
    const tried = Array.from({ length: 80 }, (_, n) => limit.begin(`${n}@example.com`, OWNER).isAllowed);
    expect(tried.filter(Boolean)).toHaveLength(49);
    expect(limit.begin('owner@example.com', OWNER).isAllowed).toBe(true);
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
