import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { countdownMachine } from '../../machines/countdown.ts';
import { NOON } from '../fixtures/booking.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (seconds: number) =>
  createActor(countdownMachine, {
    input: { clock: { now: () => Date.now() }, until: NOON + seconds * 1000 },
  }).start();

test('it counts whole seconds down and is over at none', () => {
  const countdown = start(600);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(600);
  vi.advanceTimersByTime(1000);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(599);
  vi.advanceTimersByTime(598_000);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(countdown.getSnapshot().value).toBe('over');
});

test('a listener is notified at five minutes and at one', () => {
  const countdown = start(600);
  const states: string[] = [];
  countdown.subscribe(({ value }) => {
    const now = JSON.stringify(value);
    if (states.at(-1) !== now) states.push(now);
  });
  vi.advanceTimersByTime(299_000);
  expect(states).toEqual(['{"running":"ample"}']);
  vi.advanceTimersByTime(1000);
  expect(states.at(-1)).toBe('{"running":"fiveMinutes"}');
  vi.advanceTimersByTime(240_000);
  expect(states.at(-1)).toBe('{"running":"lastMinute"}');
});

test('a laptop that slept shows the right time when it resumes', () => {
  const countdown = start(600);
  vi.setSystemTime(NOON + 400_000);
  countdown.send({ type: 'app.resumed' });
  expect(countdown.getSnapshot().context.secondsLeft).toBe(200);
  vi.setSystemTime(NOON + 4_000_000);
  countdown.send({ type: 'app.resumed' });
  expect(countdown.getSnapshot().value).toBe('over');
});
