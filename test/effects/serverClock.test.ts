import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerClock } from '../../src/effects/serverClock.ts';

const NOW = Date.parse('2025-11-20T06:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a phone whose clock is an hour ahead is put right by the server’s Date header', () => {
  const clock = createServerClock();
  clock.learn('Thu, 20 Nov 2025 05:30:00 GMT', NOW, NOW);
  expect(Math.abs(clock.now() - (NOW - 3_600_000))).toBeLessThan(1_000);
});

test('the header’s whole seconds do not make a right clock jump', () => {
  const clock = createServerClock();
  clock.learn('Thu, 20 Nov 2025 06:30:01 GMT', NOW, NOW + 300);
  expect(clock.now()).toBe(NOW);
});

test('an answer without a readable date changes nothing', () => {
  const clock = createServerClock();
  clock.learn(undefined, NOW, NOW);
  clock.learn('yesterday', NOW, NOW);
  expect(clock.now()).toBe(NOW);
});
