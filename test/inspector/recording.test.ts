import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '../../tools/inspector/protocol.ts';
import {
  clearLog,
  emptyRecording,
  type LogEntry,
  record,
  recordingAt,
  type Recording,
} from '../../tools/inspector/record/recording.ts';
import { actorTree, filterEntries, lanesOf } from '../../tools/inspector/record/views.ts';
import { NOON } from '../fixtures/booking.ts';
import type { RunningApp } from '../machines/startApp.ts';
import { watchedCheckout } from './watchedApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const recordingOf = (messages: readonly Message[], start: Recording = emptyRecording): Recording =>
  messages.reduce(record, start);

const treeOf = (recording: Recording): string[] =>
  actorTree(recording).map(
    ({ actor, depth }) => `${'  '.repeat(depth)}${actor.path.split('/').at(-1)} ${actor.status}`,
  );

const entryOf = ({ entries }: Recording, type: string): LogEntry => {
  const entry = entries.find(({ event }) => event.type === type);
  if (!entry) throw new Error(`no ${type} in the log`);
  return entry;
};

/** As after a reload of the site: the same messages with the ids of another visit. */
const withVisit = (visit: string, messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, id: message.id.replace('visit', visit) }));

/** Sends an event that no machine knows. */
const sendUnhandled = (app: RunningApp, count = 0): void => {
  const navigation: { send(event: unknown): void } = app.flow('navigation');
  navigation.send({ type: 'test.unhandled', count });
};

describe('the tree', () => {
  test('shows every actor below its parent, and marks those that ended', async () => {
    const { messages } = await watchedCheckout();
    const lines = treeOf(recordingOf(messages));
    expect(lines.slice(0, 4)).toEqual([
      'root active',
      '  notifier active',
      '  navigation active',
      '  connection active',
    ]);
    expect(lines[lines.indexOf('  session active') + 1]).toBe('    watchTokens active');
    expect(lines).toContain('    signIn done');
    expect(lines).toContain('    slots:1 active');
    expect(lines).toContain('    openGateway stopped');
    expect(lines).toContain('    countdown stopped');
  });

  test('an actor that runs again replaces the previous one, and its runs are counted', async () => {
    const { messages, app } = await watchedCheckout();
    app.flow('slots:1').send({ type: 'slots.outdated' });
    app.flow('slots:1').send({ type: 'slots.outdated' });
    await app.settle();
    const recording = recordingOf(messages);
    expect(treeOf(recording).filter((line) => line.includes('refreshTaken'))).toHaveLength(1);
    expect(recording.actors.get('rooms/slots:1/refreshTaken')?.runs).toBeGreaterThan(1);
  });

  test('a machine shows its state, its last transitions and its previous state', async () => {
    const { messages } = await watchedCheckout();
    const session = recordingOf(messages).actors.get('session');
    expect(session?.snapshot['value']).toEqual({ signedIn: 'fresh' });
    expect(session?.transitions).toContain(
      'session.signingIn --xstate.done.actor.signIn--> session.signedIn',
    );
    expect(session?.before?.['value']).toBe('signingIn');
  });

  test('a flow that fails by an exception is marked as failed, and the restarted one as running', async () => {
    const { messages, app } = await watchedCheckout();
    const now = Date.now();
    // The inspector reads the clock for the event before the flow does.
    vi.spyOn(app.effects.clock, 'now')
      .mockImplementationOnce(() => now)
      .mockImplementationOnce(() => {
        throw new Error('the clock is broken');
      });
    const firstRun = recordingOf(messages).actors.get('search');
    app.actor.system.get('search').subscribe({ error: () => undefined });
    app.flow('search').send({ type: 'search.submitted' });
    await app.settle();
    const failing = messages.findIndex(
      (message) => message.type === '@xstate.event' && message.event.type === 'xstate.error.actor.search',
    );
    expect(failing).toBeGreaterThan(0);
    expect(recordingOf(messages.slice(0, failing + 1)).actors.get('search')).toMatchObject({
      status: 'error',
      sessionId: firstRun?.sessionId,
    });
    const secondRun = recordingOf(messages).actors.get('search');
    expect(secondRun?.sessionId).not.toBe(firstRun?.sessionId);
    expect(secondRun?.runs).toBe(2);
  });
});

describe('the log', () => {
  test('shows sender, receiver, event and result', async () => {
    const { messages } = await watchedCheckout();
    const recording = recordingOf(messages);
    expect(entryOf(recording, 'session.signInRequested')).toMatchObject({
      from: null,
      to: 'session',
      value: { signedOut: 'idle' },
      outcome: { value: 'signingIn', isIgnored: false },
    });
    expect(entryOf(recording, 'checkout.userChanged')).toMatchObject({ from: 'session', to: 'checkout' });
    expect(entryOf(recording, 'gateway.paid')).toMatchObject({
      from: 'checkout/openGateway',
      to: 'checkout',
      outcome: { value: { card: 'verifying' } },
    });
    expect(entryOf(recording, 'xstate.done.actor.signIn')).toMatchObject({
      from: 'session/signIn',
      outcome: { value: { signedIn: 'fresh' } },
    });
  });

  test('an unhandled event is distinguished from one that is handled in its state', async () => {
    const { messages, app } = await watchedCheckout();
    sendUnhandled(app);
    app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '1' });
    await app.settle();
    const recording = recordingOf(messages);
    expect(entryOf(recording, 'test.unhandled').outcome?.isIgnored).toBe(true);
    const last = recording.entries.findLast(({ event }) => event.type === 'search.changed');
    expect(last?.outcome).toMatchObject({ isIgnored: false, value: { results: 'showing' } });
  });

  test('is in chronological order, keeps the last thousand entries, and can be cleared', async () => {
    const { messages, app } = await watchedCheckout();
    for (let count = 0; count < 1100; count += 1) sendUnhandled(app, count);
    const recording = recordingOf(messages);
    expect(recording.entries).toHaveLength(1000);
    const keys = recording.entries.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    expect(recording.entries.at(-1)?.event).toEqual({ type: 'test.unhandled', count: 1099 });
    const empty = clearLog(recording);
    expect(empty.entries).toEqual([]);
    expect(empty.actors).toBe(recording.actors);
  });

  test('is filtered by text anywhere in an event, such as an actor, and by the source of the event', async () => {
    const { messages } = await watchedCheckout();
    const { entries } = recordingOf(messages);
    const all = { text: '', hidesXStateEvents: false };
    expect(filterEntries(entries, all)).toEqual(entries);
    const ofSession = entries.filter(({ from, to }) => from === 'session' || to === 'session');
    expect(ofSession.length).toBeGreaterThan(3);
    expect(filterEntries(entries, { ...all, text: 'Session' })).toEqual(expect.arrayContaining(ofSession));
    const paid = filterEntries(entries, { ...all, text: ' PAY_1234 ' });
    expect(paid.map(({ event }) => event.type)).toContain('gateway.paid');
    expect(paid.length).toBeLessThan(entries.length / 4);
    const ownEvents = filterEntries(entries, { ...all, hidesXStateEvents: true });
    expect(ownEvents.some(({ event }) => event.type === 'gateway.paid')).toBe(true);
    expect(ownEvents.some(({ event }) => event.type.startsWith('xstate.'))).toBe(false);
  });
});

describe('the past', () => {
  test('shows every actor in its state after the chosen event, with its previous state', async () => {
    const { messages } = await watchedCheckout();
    const recording = recordingOf(messages);
    const paid = entryOf(recording, 'gateway.paid');
    const past = recordingAt(recording, paid.key);
    const stateAt = (path: string) => past.actors.get(path)?.snapshot['value'];
    expect(stateAt('checkout')).toEqual({ card: 'verifying' });
    expect(stateAt('session')).toEqual({ signedIn: 'fresh' });
    expect(past.actors.get('checkout')?.before?.['value']).toEqual({ card: { paying: 'clean' } });
    expect(past.entries).toBe(recording.entries);

    const duringSignIn = recordingAt(recording, entryOf(recording, 'session.signInRequested').key);
    expect(duringSignIn.actors.get('session')?.snapshot['value']).toBe('signingIn');
    expect(duringSignIn.actors.get('session/signIn')?.status).toBe('active');
    expect(duringSignIn.actors.has('checkout/openGateway')).toBe(false);
    expect(recordingAt(recording, -1)).toBe(recording);
  });

  test('equals the present at the last event', async () => {
    const { messages } = await watchedCheckout();
    const recording = recordingOf(messages);
    const last = recording.entries.at(-1)?.key ?? 0;
    expect(recordingAt(recording, last).actors).toEqual(recording.actors);
  });

  test('reaches back to the first entry of the log, even when the log is full', async () => {
    const { messages, app } = await watchedCheckout();
    for (let count = 0; count < 4100; count += 1) sendUnhandled(app, count);
    const recording = recordingOf(messages);
    const first = recordingAt(recording, recording.entries[0]?.key ?? 0);
    expect(first.actors.get('checkout')?.snapshot).toEqual(recording.actors.get('checkout')?.snapshot);
    // The state before the log is kept once for each actor.
    expect(recording.base.length).toBeLessThan(100);
  });
});

test('consecutive ticks of a timer are one entry of the log, with their number', async () => {
  const { messages, app } = await watchedCheckout({ paying: true });
  await app.settle(60_000);
  const recording = recordingOf(messages);
  const ticks = recording.entries.filter(
    ({ event, to }) => to === 'checkout/countdown' && event.type.startsWith('xstate.after'),
  );
  expect(ticks.reduce((sum, { times }) => sum + times, 0)).toBe(60);
  expect(ticks.length).toBeLessThan(10);
  const shown = recordingAt(recording, ticks.at(-1)?.key ?? 0).actors.get('checkout/countdown');
  expect(shown?.snapshot['context']).toMatchObject({ secondsLeft: 540 });
});

describe('the sequence', () => {
  test('has a lane for every actor that takes part: the outside first, children next to their parents', async () => {
    const { messages } = await watchedCheckout();
    const recording = recordingOf(messages);
    const lanes = lanesOf(recording.entries, recording);
    expect(lanes[0]).toBeNull();
    expect(lanes[1]).toBe('root');
    expect(lanes.indexOf('session/signIn')).toBeGreaterThan(lanes.indexOf('session'));
    expect(lanes.indexOf('session/signIn')).toBeLessThan(lanes.indexOf('rooms/slots:1'));
    expect(new Set(lanes).size).toBe(lanes.length);
    for (const { from, to } of recording.entries) {
      expect(lanes).toContain(from);
      expect(lanes).toContain(to);
    }
  });

  test('leaves out actors that take no part', async () => {
    const { messages } = await watchedCheckout();
    const recording = recordingOf(messages);
    const entries = filterEntries(recording.entries, {
      text: 'checkout.userChanged',
      hidesXStateEvents: true,
    });
    expect(lanesOf(entries, recording)).toEqual(['session', 'checkout']);
  });
});

describe('an inspector that connects late', () => {
  test('gets the current actors, and then the latest events', async () => {
    const { messages, introductions } = await watchedCheckout();
    const fullRecording = recordingOf(messages);
    const lateRecording = recordingOf([...introductions(), ...messages.slice(-30)]);
    const activeActors = ({ actors }: Recording) =>
      [...actors.values()]
        .filter(({ status, path }) => status === 'active' && !path.startsWith('x:'))
        .map(({ path, snapshot, definition }) => ({ path, value: snapshot['value'], definition }))
        .sort((a, b) => a.path.localeCompare(b.path));
    expect(activeActors(lateRecording)).toEqual(activeActors(fullRecording));
    expect(lateRecording.entries.length).toBeGreaterThan(5);
  });

  test('shows events once, even when it receives them again after a lost connection', async () => {
    const { messages, introductions } = await watchedCheckout();
    const once = recordingOf(messages);
    const twice = recordingOf([...introductions(), ...messages], once);
    expect(twice.entries).toEqual(once.entries);
    expect(treeOf(twice)).toEqual(treeOf(once));
  });
});

describe('a reloaded site', () => {
  test('has new actors, and its log continues', async () => {
    const { messages } = await watchedCheckout();
    const first = recordingOf(messages);
    const second = recordingOf(withVisit('later', messages.slice(0, 80)), first);
    expect(second.visits).toBe(2);
    expect(second.entries.length).toBeGreaterThan(first.entries.length);
    expect(second.entries.slice(0, first.entries.length)).toEqual(first.entries);
    expect(second.actors.has('session/signIn')).toBe(false);
    expect(second.entries.at(-1)?.visit).toBe(2);
  });
});

test('messages of another program, without our ids, are recorded in the order in which they arrive', async () => {
  const { messages } = await watchedCheckout();
  const foreign = messages.map(
    ({ _transitions, ...message }) => ({ ...message, id: null }) as unknown as Message,
  );
  const recording = recordingOf(foreign);
  expect(treeOf(recording)).toEqual(treeOf(recordingOf(messages)));
  expect(recording.entries).toHaveLength(recordingOf(messages).entries.length);
});
