import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Failure } from '../../../machines/engine/failure.ts';
import { retrying } from '../../../machines/engine/retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unreachable = new Failure('FETCH_ERROR');

/** Starts a call that fails with each of the failures in turn, and then succeeds. */
function start(...failures: readonly Error[]) {
  const call = vi.fn<(id: string) => Promise<string>>(async (id) => `result of ${id}`);
  for (const failure of failures) call.mockRejectedValueOnce(failure);
  const actor = createActor(retrying(fromPromise<string, { id: string }>(({ input }) => call(input.id))), {
    input: { id: 'booking-1' },
  });
  actor.subscribe({ error: () => undefined });
  actor.start();
  return { actor, call };
}

test('a call that succeeds is made once, and its result is the output', async () => {
  const { actor, call } = start();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(call).toHaveBeenCalledExactlyOnceWith('booking-1');
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: 'result of booking-1' });
});

test('a call with transient errors is retried up to three times, with growing delays', async () => {
  const { actor, call } = start(unreachable, new Failure(503, 'unavailable'), unreachable);
  for (const [nth, pause] of [2_000, 4_000, 8_000].entries()) {
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(call).toHaveBeenCalledTimes(nth + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledTimes(nth + 2);
  }
  expect(call).toHaveBeenLastCalledWith('booking-1');
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: 'result of booking-1' });
});

test('the fourth transient error is the error of the actor', async () => {
  const last = new Failure(429, 'too-many-requests');
  const { actor, call } = start(unreachable, unreachable, unreachable, last);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(call).toHaveBeenCalledTimes(4);
  expect(actor.getSnapshot()).toMatchObject({ status: 'error', error: last });
});

test.each([new Failure(410, 'hold-over'), new Failure(401, 'unauthenticated')])(
  'a permanent error is the error of the actor at once: %o',
  async (failure) => {
    const { actor, call } = start(unreachable, failure);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(call).toHaveBeenCalledTimes(2);
    expect(actor.getSnapshot()).toMatchObject({ status: 'error', error: failure });
  },
);

test('an actor that is stopped makes no further call', async () => {
  const { actor, call } = start(unreachable);
  await vi.advanceTimersByTimeAsync(1_000);
  actor.stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(call).toHaveBeenCalledTimes(1);
});
