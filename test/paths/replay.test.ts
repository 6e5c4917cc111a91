import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { checkoutMachine } from '../../machines/checkout/checkout.ts';
import { readRecording, type RecordedRun, recordingOf, runsIn } from '../../tools/flows/recording.ts';
import { type Divergence, replay, reportInWords } from '../../tools/flows/replay.ts';
import { pathTestOf } from '../../tools/inspector/record/pathTest.ts';
import { NOON } from '../fixtures/booking.ts';
import { secrets, watchedCheckout } from '../inspector/watchedApp.ts';
import { formatSource } from './formatSource.ts';
import { replayOptions } from './replayOptions.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A guest books by card. */
async function recordedBooking(): Promise<string> {
  const { messages } = await watchedCheckout();
  return JSON.stringify(recordingOf(messages, new Date()));
}

const runsOf = (text: string): RecordedRun[] => runsIn(readRecording(text));

describe('a recorded booking', () => {
  test('is replayed by every machine without a divergence, and its file contains no secret', async () => {
    const text = await recordedBooking();
    for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret), name).toBe(false);
    const report = replay(runsOf(text), replayOptions);
    expect(reportInWords(report)).toMatch(
      /^\d+ of the events had redacted values, which were replaced\.\n\d+ runs of machines with \d+ events: all as recorded\.$/,
    );
    const steps = Object.fromEntries(report.runs.map((run) => [run.path, run.steps]));
    expect(steps['checkout']).toBeGreaterThan(10);
    expect(steps['rooms/slots:1']).toBeGreaterThan(10);
    expect(Object.keys(steps)).toEqual(
      expect.arrayContaining(['root', 'session', 'checkout/countdown', 'checkout/verifyPayment']),
    );
  });

  test('on a busy machine, where every event is handled long after it was sent, is replayed without a divergence', async () => {
    let now = NOON;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 130));
    const text = await recordedBooking();
    vi.mocked(Date.now).mockRestore();
    const countdown = runsOf(text).find(({ path }) => path === 'checkout/countdown');
    const [start] = countdown?.steps ?? [];
    if (start === undefined) throw new Error('no countdown runs in the recording');
    const { until, secondsLeft } = start.after.context as { until: number; secondsLeft: number };
    // The number is not that of the instant at which the machine was started.
    expect(Math.ceil((until - start.clock.now) / 1_000)).not.toBe(secondsLeft);
    expect(reportInWords(replay(runsOf(text), replayOptions))).toContain('all as recorded');

    const wrong = text.replaceAll(`"secondsLeft":${secondsLeft}`, `"secondsLeft":${secondsLeft - 5}`);
    const { divergences } = replay(runsOf(wrong), replayOptions);
    expect(divergences.map(({ path, differences }) => [path, differences.map(({ at }) => at)])).toEqual([
      ['checkout/countdown', ['secondsLeft']],
    ]);
  });

  test('diverges where a machine goes to another state, and the report names both states', async () => {
    const { divergences } = await replayWith({ target: 'releasing' });
    expect(divergences).toHaveLength(1);
    expect(divergences[0]).toMatchObject({
      path: 'checkout',
      event: { type: 'gateway.paid' },
      before: 'card.paying.clean',
      recorded: { state: 'card.verifying', status: 'active' },
      now: { state: 'card.releasing', status: 'active' },
    } satisfies Partial<Divergence>);
    expect(reportInWords({ runs: [], divergences })).toContain(
      '  recorded  card.verifying\n  now       card.releasing\n',
    );
    // The proof of the payment was redacted, and the report says that this may be the cause.
    expect(reportInWords({ runs: [], divergences })).toContain(
      '  note      redacted values were replaced: this may be the cause\n',
    );
  });

  test('diverges where a machine has another context, and the report names the key', async () => {
    const { divergences } = await replayWith({ target: 'verifying', actions: [] });
    expect(divergences.map(({ path, differences }) => [path, differences.map(({ at }) => at)])).toEqual([
      ['checkout', ['proof']],
    ]);
  });

  test('without its beginning is replayed from its first event', async () => {
    const { messages } = await watchedCheckout();
    const middle = messages.findIndex(
      (message) => message.type === '@xstate.event' && message.event.type === 'checkout.userChanged',
    );
    const lateMessages = messages.filter(
      (message, index) => message.type === '@xstate.actor' || index > middle,
    );
    const runs = runsIn(recordingOf(lateMessages, new Date()));
    const checkout = runs.find(({ path }) => path === 'checkout');
    expect(checkout?.from).not.toBeNull();
    expect(checkout?.steps.length).toBeGreaterThan(3);
    expect(replay(runs, replayOptions).divergences).toEqual([]);
  });

  test('is exported as the path test that is in the repository', async () => {
    const source = pathTestOf(readRecording(await recordedBooking()), 'checkout');
    const file = join(import.meta.dirname, 'recorded/checkout.test.ts');
    await expect(await formatSource(source ?? '')).toMatchFileSnapshot(file);
  });

  test('is exported to a file of any name', async () => {
    const { status, stderr, written } = exportTest(await recordedBooking(), 'checkout.path');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const exported = readFileSync(join(import.meta.dirname, 'recorded/checkout.test.ts'), 'utf8');
    expect(written).toEqual({ 'checkout.path': exported });
  });
});

/** Exports the path of the checkout with the command, in a separate folder. */
function exportTest(recording: string, outName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-replay-'));
  try {
    const file = join(folder, 'recording.json');
    writeFileSync(file, recording);
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        'scripts/from-source.mjs',
        'test/paths/replayCommand.ts',
        file,
        '--test',
        'checkout',
        '--out',
        join(folder, outName),
      ],
      { encoding: 'utf8' },
    );
    const names = readdirSync(folder).filter((name) => name !== 'recording.json');
    const written = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    return { status, stderr, written };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Replays the recorded booking with a checkout machine whose transition for `gateway.paid` is replaced. */
async function replayWith(transition: object) {
  const runs = runsOf(await recordedBooking());
  const { states } = checkoutMachine.config as unknown as Config;
  const card = states['card'] as Config;
  const paying = card.states['paying'] as Config;
  const changed = createMachine(
    {
      ...checkoutMachine.config,
      states: {
        ...states,
        card: {
          ...card,
          states: { ...card.states, paying: { ...paying, on: { ...paying.on, 'gateway.paid': transition } } },
        },
      },
    } as never,
    checkoutMachine.implementations as never,
  );
  return replay(runs, {
    ...replayOptions,
    machineOf: (run) => (run.path === 'checkout' ? (changed as never) : replayOptions.machineOf(run)),
  });
}

interface Config {
  readonly on: object;
  readonly states: Readonly<Record<string, unknown>>;
}

describe('a file that cannot be replayed', () => {
  test.each([
    ['is cut off', '{"format":"flows-recording","ver', 'It is not JSON'],
    ['is another JSON file', '{"messages":[]}', 'It is not a recording of flows'],
    ['is of a later version', { version: 2 }, 'It has version 2; this program reads version 1.'],
    ['has no messages', { messages: undefined }, 'It is damaged: the time of the recording or its messages'],
    ['has a broken message', { messages: [{ type: '@xstate.event' }] }, 'It is damaged: message 1'],
  ])('is refused with the reason when it %s', (_case, content, reason) => {
    const validRecording = recordingOf([], new Date());
    const text = typeof content === 'string' ? content : JSON.stringify({ ...validRecording, ...content });
    expect(() => readRecording(text)).toThrow(reason);
  });

  test('is refused with the name of an unknown machine, and no test is written', async () => {
    const text = await recordedBooking();
    const { status, stderr, written } = exportTest(
      text.replaceAll('\\"id\\":\\"checkout\\"', '\\"id\\":\\"till\\"'),
      'checkout.test.ts',
    );
    expect(stderr.trim()).toBe('There is no machine "till", which the actor checkout ran.');
    expect(status).toBe(2);
    expect(written).toEqual({});
  });
});
