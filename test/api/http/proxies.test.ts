import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import clientAddress from '../../../server/platform/http/plugins/clientAddress.ts';
import { startServer } from '../startServer.ts';

const secrets = {
  ACCESS_TOKEN_SECRET: 'x'.repeat(32),
  REFRESH_TOKEN_SECRET: 'y'.repeat(32),
  DATA_DIR: tmpdir(),
};
const trustProxyOf = (TRUST_PROXY: string) => readConfig({ ...secrets, TRUST_PROXY }).trustProxy;

const running: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** Starts a server that responds with its caller's address. `warnings` is its log. */
async function startEcho(trusted: string | undefined) {
  const warnings: string[] = [];
  const trustProxy = trusted === undefined ? false : trustProxyOf(trusted);
  const stream = { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) };
  const app = Fastify({ trustProxy, logger: { level: 'warn', stream } });
  await app.register(clientAddress, { trusted: trustProxy });
  app.get('/', ({ ip }) => ip);
  running.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    warnings,
    fetchAddress: async (headers: Record<string, string> = {}) => (await fetch(url, { headers })).text(),
  };
}

const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses });

describe('the address of a visitor behind proxies', () => {
  test.each([
    ['1', '203.0.113.1', '203.0.113.1', 'one proxy'],
    ['1', '198.51.100.9, 203.0.113.1', '203.0.113.1', 'an address that the visitor has added is ignored'],
    [
      '1',
      '198.51.100.9, 10.0.0.2, 203.0.113.1',
      '203.0.113.1',
      'several addresses that the visitor has added are ignored',
    ],
    ['2', '198.51.100.9, 203.0.113.1, 10.0.0.2', '203.0.113.1', 'behind two proxies'],
    [
      '2',
      '198.51.100.9, 203.0.113.1',
      '203.0.113.1',
      'bypassing the first of two proxies does not change the address',
    ],
    ['0', '203.0.113.1', '127.0.0.1', 'no proxies'],
    ['loopback', '198.51.100.9, 203.0.113.1', '203.0.113.1', 'named proxies'],
    ['loopback, 203.0.113.0/24', '198.51.100.9, 203.0.113.1', '198.51.100.9', 'a named public proxy'],
    ['10.0.0.1', '203.0.113.1', '127.0.0.1', 'a peer that is not a configured proxy'],
    ['1', '203.0.113.1:4711', '203.0.113.1', 'a proxy that adds the port'],
    ['1', '[2001:db8::1]:4711', '2001:db8::1', 'the same with IPv6'],
    ['1', 'unknown', '127.0.0.1', 'a text that is not an address'],
    ['1', '203.0.113.1, a'.padEnd(9000, 'a'), '127.0.0.1', 'a long text that is not an address'],
  ])('TRUST_PROXY=%s, X-Forwarded-For: %s: %s (%s)', async (trusted, addresses, expected) => {
    const { fetchAddress } = await startEcho(trusted);
    expect(await fetchAddress(forwarded(addresses))).toBe(expected);
  });

  test('is the address of the connection without a header', async () => {
    for (const trusted of [undefined, '1', 'loopback']) {
      expect(await (await startEcho(trusted)).fetchAddress()).toBe('127.0.0.1');
    }
  });

  test.each(['1', '2', '5', 'loopback,uniquelocal', undefined])(
    'is the address of the connection when a client bypasses the proxies, with any header (%s)',
    async (trusted) => {
      const { app } = await startEcho(trusted);
      for (const remoteAddress of ['203.0.113.50', '2001:db8::50', '::ffff:203.0.113.50']) {
        const { body } = await app.inject({ url: '/', remoteAddress, headers: forwarded('10.0.0.7') });
        expect(body).toBe(remoteAddress);
      }
    },
  );

  test('cannot be forged to bypass a rate limit', async () => {
    const server = await startServer({ env: { TRUST_PROXY: '2', RATE_LIMIT_ENQUIRE: '2' } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const response = await fetch(server.url + paths.enquire, {
        method: 'POST',
        headers: forwarded(`198.51.100.${n}, 203.0.113.1`),
        body: new URLSearchParams({ name: 'A', email: 'a@b.in', phone: '1', enquire_for: `question ${n}` }),
      });
      statuses.push(response.status);
    }
    await server.close();
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('a proxy that the environment does not name', () => {
  test.each([forwarded('203.0.113.1'), { forwarded: 'for=203.0.113.1' }])(
    'causes one warning, because all visitors share one rate limit',
    async (headers) => {
      const { fetchAddress, warnings } = await startEcho(undefined);
      expect(await fetchAddress()).toBe('127.0.0.1');
      expect(warnings).toEqual([]);
      for (let n = 0; n < 3; n += 1) expect(await fetchAddress(headers)).toBe('127.0.0.1');
      expect(warnings).toEqual([expect.stringMatching(/TRUST_PROXY is not set.*one rate limit.*runbook/)]);
    },
  );

  test('causes a warning when other proxies are configured, and none when it is configured', async () => {
    const others = await startEcho('203.0.113.7');
    await others.fetchAddress(forwarded('203.0.113.1'));
    await others.fetchAddress(forwarded('203.0.113.1'));
    expect(others.warnings).toEqual([expect.stringContaining('TRUST_PROXY does not name')]);
    const named = await startEcho('loopback');
    await named.fetchAddress(forwarded('203.0.113.1'));
    expect(named.warnings).toEqual([]);
  });

  test('is not derived from headers of an outside client', async () => {
    const { app, warnings } = await startEcho(undefined);
    await app.inject({ url: '/', remoteAddress: '203.0.113.50', headers: forwarded('10.0.0.7') });
    expect(warnings).toEqual([]);
  });
});

describe('TRUST_PROXY', () => {
  test.each([
    'true',
    'banana',
    '-1',
    '1.5',
    '11',
    '10.0.0.0/33',
    '10.0.0',
    '::1/129',
    'loopback,banana',
    'loopback,',
    '*',
    '0.0.0.0/x',
  ])('%s is refused with an explanation', (text) => {
    expect(() => trustProxyOf(text)).toThrow(/^ {2}TRUST_PROXY: must be the number of proxies/m);
  });
});
