import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, fromPromise, setup } from 'xstate';
import { pathReport } from '../../tools/flows/pathReport.ts';
import { coveringPaths, type MachineModel } from '../../tools/flows/paths.ts';

/** A door machine with additional states, and additional events of the state `closed`. */
const door = (addedStates: object = {}, closedEvents: object = {}): AnyStateMachine =>
  setup({
    types: { events: {} as { type: string; key?: string } },
    guards: { fits: ({ event }) => event.key === 'brass' },
    delays: { aWhile: 10_000 },
  }).createMachine({
    id: 'door',
    initial: 'closed',
    states: {
      closed: { on: { OPEN: 'open', ...closedEvents } },
      open: { on: { CLOSE: 'closed' } },
      ...addedStates,
    },
  } as never) as unknown as AnyStateMachine;

const missing = (machine: AnyStateMachine, payloads = {}): readonly string[] =>
  coveringPaths({ machine, payloads }).missing;

describe('the coverage of a machine', () => {
  test('is complete when every state and transition is on a path', () => {
    expect(missing(door())).toEqual([]);
  });

  test('names one added state that no path reaches', () => {
    expect(missing(door({ locked: {} }))).toEqual(['door.locked']);
  });

  test('names an added state with its incoming and outgoing transitions when no payload passes the guard', () => {
    const machine = door({ locked: { on: { OPEN: 'open' } } }, { TURN: { guard: 'fits', target: 'locked' } });
    expect(missing(machine)).toEqual([
      'door.locked',
      'door.closed --TURN--> door.locked',
      'door.locked --OPEN--> door.open',
    ]);
    expect(missing(machine, { TURN: [{ key: 'brass' }] })).toEqual([]);
  });

  test('names the transition that is never taken because a guard never passes or always passes', () => {
    const machine = door({}, { TURN: [{ guard: 'fits', target: 'open' }, { target: 'closed' }] });
    expect(missing(machine)).toEqual(['door.closed --TURN[0]--> door.open']);
    expect(missing(machine, { TURN: [{ key: 'brass' }] })).toEqual(['door.closed --TURN[1]--> door.closed']);
  });

  test('includes delays and `always` transitions', () => {
    const added = { ajar: { always: 'open' } };
    expect(missing(door(added, { PUSH: 'ajar' }))).toEqual([]);
    const timed = door({ ajar: { after: { aWhile: 'closed' } } }, { PUSH: 'ajar' });
    expect(missing(timed)).toEqual([]);
  });
});

describe('a machine that fails when its invoked actor fails', () => {
  const post = setup({
    actors: { send: fromPromise(() => Promise.resolve()) },
    guards: { isFirst: () => false },
  }).createMachine({
    id: 'post',
    initial: 'sending',
    states: {
      sending: {
        invoke: { id: 'send', src: 'send', onDone: 'sent', onError: { guard: 'isFirst', target: 'sent' } },
      },
      sent: {},
    },
  });
  const payloads = { 'xstate.error.actor.send': [{ error: 'lost' }] };

  test('makes its path an error', () => {
    expect(() => coveringPaths({ machine: post, payloads })).toThrow(
      'post: the path ends in an error: start → send failed: "lost"',
    );
  });

  test('is accepted when its parent handles the failure', () => {
    expect(coveringPaths({ machine: post, payloads, mayFail: true })).toMatchObject({
      missing: ['post.sending --xstate.error.actor.send--> post.sent'],
      drift: [],
    });
  });

  test('is not accepted when its own code throws', () => {
    const broken = post.provide({
      guards: {
        isFirst: () => {
          throw new Error('bug');
        },
      },
    });
    expect(() => coveringPaths({ machine: broken, payloads, mayFail: true })).toThrow('bug');
  });
});

const turnstile = setup({ types: { context: {} as { visitors: number } } }).createMachine({
  id: 'turnstile',
  context: { visitors: 0 },
  on: { turned: { actions: assign({ visitors: ({ context }) => context.visitors + 1 }) } },
});

test('a key without a bound is reported with its machine, and other machines still have their paths', () => {
  const key = ({ context }: { context: { visitors: number } }) => ({
    isOpen: true,
    visitors: context.visitors,
  });
  const models = {
    turnstile: { machine: turnstile, key, maxSituations: 10 },
    door: { machine: door({ locked: {} }) },
  };
  const reports = Object.entries(models).map(([name, model]) => pathReport(name, model));
  expect(reports.map(({ gaps }) => gaps)).toEqual([
    ['turnstile has more than 10 situations: the key "visitors" of its model has no bound'],
    ['door.locked'],
  ]);
  expect(reports.map(({ row }) => row)).toEqual([
    'turnstile    could not be played',
    'door         3 states  2 transitions  1 paths  80 %',
  ]);
});

test('a step is reported when the machine leads to another state than its model', () => {
  let opened = 0;
  const moody = setup({ guards: { isFirst: () => ++opened === 1 } }).createMachine({
    id: 'moody',
    initial: 'closed',
    states: { closed: { on: { OPEN: { guard: 'isFirst', target: 'open' } } }, open: {} },
  });
  expect(pathReport('moody', { machine: moody }).gaps).toContain(
    'moody: start → OPEN: after step 1 in "closed", the model says "open"',
  );
});

test('no path takes a detour to a state that can be reached without it', () => {
  const machine = door({}, { PUSH: 'open' });
  const eventsOf = (isDetour?: MachineModel['isDetour']) =>
    coveringPaths({ machine, ...(isDetour && { isDetour }) }).paths.map(({ events }) =>
      events.map(({ type }) => type),
    );
  expect(eventsOf()).toEqual([['OPEN', 'CLOSE'], ['PUSH']]);
  expect(eventsOf((_snapshot, { type }) => type === 'OPEN')).toEqual([['PUSH', 'CLOSE'], ['OPEN']]);
});
