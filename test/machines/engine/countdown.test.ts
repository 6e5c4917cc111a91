import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { countdownMachine } from '../../../machines/engine/countdown.ts';
import { NOON } from '../../fixtures/booking.ts';

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

test('the countdown counts whole seconds and is over at zero', () => {
  const countdown = start(600);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(600);
  vi.advanceTimersByTime(1000);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(599);
  vi.advanceTimersByTime(598_000);
  expect(countdown.getSnapshot().context.secondsLeft).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(countdown.getSnapshot().value).toBe('over');
});

test('subscribers are notified at five minutes and at one minute', () => {
  const countdown = start(600);
  const states: string[] = [];
  countdown.subscribe(({ value }) => {
    const state = JSON.stringify(value);
    if (states.at(-1) !== state) states.push(state);
  });
  vi.advanceTimersByTime(299_000);
  expect(states).toEqual(['{"running":"ample"}']);
  vi.advanceTimersByTime(1000);
  expect(states.at(-1)).toBe('{"running":"fiveMinutes"}');
  vi.advanceTimersByTime(239_000);
  expect(states.at(-1)).toBe('{"running":"fiveMinutes"}');
  vi.advanceTimersByTime(1000);
  expect(states.at(-1)).toBe('{"running":"lastMinute"}');
});

test('a laptop shows the correct time when it resumes from sleep', () => {
  const countdown = start(600);
  vi.setSystemTime(NOON + 400_000);
  countdown.send({ type: 'app.resumed' });
  expect(countdown.getSnapshot().context.secondsLeft).toBe(200);
  vi.setSystemTime(NOON + 4_000_000);
  countdown.send({ type: 'app.resumed' });
  expect(countdown.getSnapshot().value).toBe('over');
});
