import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSend } from '../../src/app/effects/http.ts';
import { createServerClock, createSetClock } from '../../src/app/effects/serverClock.ts';

const NOW = Date.parse('2025-11-20T06:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a clock that is one hour ahead is corrected by the server’s Date header', () => {
  const clock = createServerClock();
  clock.synchronise('Thu, 20 Nov 2025 05:30:00 GMT', NOW, NOW);
  expect(Math.abs(clock.now() - (NOW - 3_600_000))).toBeLessThan(1_000);
});

test('a correct clock is not changed by the header, which has only whole seconds', () => {
  const clock = createServerClock();
  clock.synchronise('Thu, 20 Nov 2025 06:30:01 GMT', NOW, NOW + 300);
  expect(clock.now()).toBe(NOW);
});

test('a response without a valid date does not change the clock', () => {
  const clock = createServerClock();
  clock.synchronise(undefined, NOW, NOW);
  clock.synchronise('yesterday', NOW, NOW);
  expect(clock.now()).toBe(NOW);
});

test('the first response sets the clock, even an error, and notifies once', () => {
  const clock = createServerClock();
  const onSet = vi.fn<() => void>();
  clock.watch(onSet);
  expect(clock.isUnsynced()).toBe(true);
  clock.synchronise('Thu, 20 Nov 2025 06:30:00 GMT', NOW, NOW);
  expect(clock.isUnsynced()).toBe(false);
  clock.synchronise('Thu, 20 Nov 2025 06:30:01 GMT', NOW, NOW);
  expect(onSet).toHaveBeenCalledTimes(1);
  clock.synchronise('Thu, 20 Nov 2025 07:30:00 GMT', NOW, NOW);
  expect(onSet).toHaveBeenCalledTimes(2);
});

describe('setting the clock', () => {
  test('sends one request for all waiting callers, and none when the clock is set', async () => {
    const clock = createServerClock();
    const sendRequest = vi.fn<() => Promise<void>>(async () =>
      clock.synchronise('Thu, 20 Nov 2025 06:30:00 GMT', NOW, NOW),
    );
    const setClock = createSetClock(clock, sendRequest);
    await Promise.all([setClock(), setClock()]);
    await setClock();
    expect(sendRequest).toHaveBeenCalledTimes(1);
  });

  test('is also done by the response of another call', async () => {
    const clock = createServerClock();
    const waiting = createSetClock(clock, () => new Promise(() => undefined))();
    clock.synchronise('Thu, 20 Nov 2025 06:30:00 GMT', NOW, NOW);
    await expect(waiting).resolves.toBeUndefined();
  });

  test('fails without a response, and the next call sends a new request', async () => {
    const clock = createServerClock();
    const sendRequest = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')));
    const setClock = createSetClock(clock, sendRequest);
    await expect(setClock()).rejects.toThrow('offline');
    await expect(setClock()).rejects.toThrow('offline');
    expect(sendRequest).toHaveBeenCalledTimes(2);
  });
});

test('an error response sets the clock of the request’s client', async () => {
  vi.useRealTimers();
  const server = createServer((_request, response) => {
    response.writeHead(401, { date: 'Thu, 20 Nov 2025 06:30:00 GMT', 'content-type': 'application/json' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clock = createServerClock();
  await expect(createSend(clock)({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    status: 401,
  });
  server.close();
  expect(new Date(clock.now()).toISOString()).toMatch(/^2025-11-20T06:30/);
});
