import { describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, createActor, createMachine, fromPromise } from 'xstate';
import { recordingOf } from '../../tools/flows/recording.ts';
import { inspectorMachine, type OpenedFile } from '../../tools/inspector/page/inspectorMachine.ts';
import { openFile } from '../../tools/inspector/page/openFile.ts';
import { exportedMachine } from '../../tools/inspector/record/exportedMachine.ts';
import { emptyRecording, record } from '../../tools/inspector/record/recording.ts';
import { lintMachine } from '../../tools/flows/lint.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { type MachineModel, pathReport } from '../paths/paths.ts';
import { SEND, sendRequestOf } from '../../tools/inspector/protocol.ts';
import { eventOf, lastPayload } from '../../tools/inspector/record/payload.ts';
import { sendManually } from '../../tools/inspector/site/runningActors.ts';
import { watchedCheckout } from './watchedApp.ts';

const openedFile: OpenedFile = {
  name: 'recording.json',
  saved: recordingOf([], new Date(0)),
  recording: emptyRecording,
};
const parseError = new Error('It is not JSON');

const model: MachineModel = {
  machine: inspectorMachine,
  payloads: {
    'moment.chosen': [{ key: 3 }],
    'site.sent': [{ messages: [] }],
    'xstate.error.actor.connect': [{ error: parseError }],
    'connection.changed': [{ connection: 'connected' }],
    'file.chosen': [{ file: new File(['{}'], 'recording.json') }],
    'xstate.done.actor.readFile': [{ output: openedFile }],
    'xstate.error.actor.readFile': [{ error: parseError }],
  },
  key: ({ context }) => ({ hasFile: context.file !== null, problem: context.problem }),
};

test('the generated paths of the inspector’s machine cover all states and transitions, and the lint finds no problem', () => {
  const { row, gaps } = pathReport('inspector', model);
  expect(gaps).toEqual([]);
  expect(row).toContain('100 %');
  expect(lintMachine(inspectorMachine, { house: true })).toEqual([]);
});

test('after a broken file the inspector shows the problem and the site; a valid file is shown', async () => {
  const flow = createActor(
    inspectorMachine.provide({ actors: { readFile: fromPromise(({ input }) => openFile(input)) } }),
  ).start();
  flow.send({ type: 'file.chosen', file: new File(['{"format":'], 'broken.json') });
  await vi.waitFor(() => expect(flow.getSnapshot().context.problem).toContain('It is not JSON'));
  expect(flow.getSnapshot().value).toBe('site');

  const file = new File([JSON.stringify(recordingOf([], new Date(0)))], 'whole.json');
  flow.send({ type: 'file.chosen', file });
  await vi.waitFor(() => expect(flow.getSnapshot().matches('file')).toBe(true));
  expect(flow.getSnapshot().context).toMatchObject({ problem: null, file: { name: 'whole.json' } });
});

test('an exported machine is plain configuration with all of its states and transitions', async () => {
  vi.useFakeTimers();
  const { messages } = await watchedCheckout();
  vi.useRealTimers();
  const definitions = [...messages.reduce(record, emptyRecording).actors.values()].flatMap(
    ({ definition }) => definition ?? [],
  );
  expect(definitions.length).toBeGreaterThan(30);
  const idsOf = (config: string): string[] => {
    const machine = createMachine({ ...JSON.parse(config), context: {} }) as AnyStateMachine;
    const { states, transitions } = coverageTargetsOf(machine);
    return [...states.keys(), ...transitions.values()];
  };
  for (const definition of new Set(definitions)) {
    const exported = exportedMachine(definition);
    expect(idsOf(exported)).toEqual(idsOf(definition));
    expect(exported).not.toMatch(/"(?:assignment|context)"/);
  }
});

describe('an event that is sent by hand', () => {
  test.each([
    ['no request', { type: 'something' }],
    ['a request without an actor', { type: SEND, event: { type: 'pause.pressed' } }],
    ['a request without an event', { type: SEND, sessionId: 'x:0' }],
    ['an event of XState itself', { type: SEND, sessionId: 'x:0', event: { type: 'xstate.stop' } }],
  ])('is refused as %s', (_case, data) => {
    expect(sendRequestOf(data)).toBeNull();
  });

  test('reaches its actor when the state has a transition for it, and only then', () => {
    const flow = createActor(inspectorMachine).start();
    const send = (sessionId: string, type: string): void => {
      const request = sendRequestOf({ type: SEND, sessionId, event: { type } });
      if (request) sendManually(flow, request);
    };
    const states: unknown[] = [];
    flow.subscribe(({ value }) => states.push(value));
    send('another', 'file.chosen');
    send(flow.sessionId, 'file.closed');
    expect(states).toEqual([]);
    send(flow.sessionId, 'file.chosen');
    expect(states).toEqual(['reading']);
  });

  test('has the fields and types of the last event of its type', async () => {
    vi.useFakeTimers();
    const { messages } = await watchedCheckout();
    vi.useRealTimers();
    const { entries } = messages.reduce(record, emptyRecording);
    const last = lastPayload(entries, 'slots.clicked');
    expect(last).toEqual({ slot: 22 });
    expect(eventOf('slots.clicked', '{"slot": 23}', last)).toEqual({
      event: { type: 'slots.clicked', slot: 23 },
    });
    for (const text of ['{"slot": "two"}', '{"slot": null}', '{}']) {
      expect(eventOf('slots.clicked', text, last)).toEqual({
        problem: 'slot is not a number, as it was in the last event.',
      });
    }
    for (const text of ['{"range":', '22', 'null', '[22]']) {
      expect(eventOf('slots.clicked', text, last)).toEqual({ problem: 'The payload is not a JSON object.' });
    }
    expect(lastPayload(entries, 'never.came')).toEqual({});
  });
});
