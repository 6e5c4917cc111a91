import { expect, test, vi } from 'vitest';
import { type AnyStateMachine, createActor, createMachine, fromPromise } from 'xstate';
import { recordingOf } from '../../tools/flows/recording.ts';
import { inspectorMachine, type OpenedFile } from '../../tools/inspector/page/inspectorMachine.ts';
import { openFile } from '../../tools/inspector/page/openFile.ts';
import { exportedMachine } from '../../tools/inspector/record/exportedMachine.ts';
import { emptyRecording, record } from '../../tools/inspector/record/recording.ts';
import { lintMachine } from '../../tools/flows/lint.ts';
import { universeOf } from '../../tools/flows/paths.ts';
import { type MachineModel, pathReport } from '../paths/paths.ts';
import { watchedCheckout } from './watchedApp.ts';

const opened: OpenedFile = {
  name: 'recording.json',
  saved: recordingOf([], new Date(0)),
  recording: emptyRecording,
};
const broken = new Error('It is no JSON');

const model: MachineModel = {
  machine: inspectorMachine,
  payloads: {
    'moment.chosen': [{ key: 3 }],
    'file.chosen': [{ file: new File(['{}'], 'recording.json') }],
    'xstate.done.actor.readFile': [{ output: opened }],
    'xstate.error.actor.readFile': [{ error: broken }, { error: 'gone' }],
  },
  key: ({ context }) => ({ hasFile: context.file !== null, problem: context.problem }),
};

test('the paths of the inspector itself pass all of its states and transitions, and it is sound', () => {
  const { row, gaps } = pathReport('inspector', model);
  expect(gaps).toEqual([]);
  expect(row).toContain('100 %');
  expect(lintMachine(inspectorMachine)).toEqual([]);
});

test('a broken file is explained, and the site is shown again; a whole one is shown', async () => {
  const hold = vi.fn();
  const release = vi.fn();
  const flow = createActor(
    inspectorMachine.provide({
      actors: { readFile: fromPromise(({ input }) => openFile(input)) },
      actions: { hold, release },
    }),
  ).start();
  flow.send({ type: 'pause.pressed' });
  flow.send({ type: 'file.chosen', file: new File(['{"format":'], 'broken.json') });
  await vi.waitFor(() => expect(flow.getSnapshot().context.problem).toContain('It is no JSON'));
  expect(flow.getSnapshot().value).toEqual({ source: { site: 'flowing' }, view: 'newest' });
  expect([hold.mock.calls.length, release.mock.calls.length]).toEqual([1, 1]);

  const file = new File([JSON.stringify(recordingOf([], new Date(0)))], 'whole.json');
  flow.send({ type: 'file.chosen', file });
  await vi.waitFor(() => expect(flow.getSnapshot().matches({ source: 'file' })).toBe(true));
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
    const { states, transitions } = universeOf(machine);
    return [...states.keys(), ...transitions.values()];
  };
  for (const definition of new Set(definitions)) {
    const exported = exportedMachine(definition);
    expect(idsOf(exported)).toEqual(idsOf(definition));
    expect(exported).not.toMatch(/"(?:assignment|context)"/);
  }
});
