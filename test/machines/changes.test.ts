import type { AnyActorRef } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../domain/text/redacted.ts';
import { type AppActor, createSystem } from '../../machines/engine/createSystem.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { Topic } from '../../machines/engine/topics.ts';
import { noPersistedState } from '../../machines/engine/visit.ts';
import { NOON } from '../fixtures/booking.ts';
import { effectsOfEveryFlow, runningFlow, systems } from './everyFlow.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

type Name = keyof typeof systems;
const names: readonly Name[] = ['site', 'desk'];

/** Data of any resource: a list with the lists of the others. */
const data = Object.assign([], { entries: [], refunds: [], payments: [], data: [], papers: [] });

/** Starts a system whose calls `respond` answers, and records the announced topics and the flows that must load again. */
async function start(name: Name, respond: () => Promise<unknown> = () => Promise.resolve(data)) {
  const announced: Topic[] = [];
  const outdated = new Set<string>();
  const actor = createSystem(
    // A new account without a session changes nothing for the user who is signed in.
    effectsOfEveryFlow((_area, call) => (call === 'register' ? Promise.resolve(null) : respond())),
    {
      flows: systems[name],
      persisted: noPersistedState,
      initialData: {},
      inspect: (inspected) => {
        if (inspected.type !== '@xstate.event') return;
        const event = inspected.event as { type: string; topics?: readonly Topic[] };
        if (event.type === 'data.changed') announced.push(...(event.topics ?? []));
        if (event.type === 'data.outdated') outdated.add((inspected.actorRef as AnyActorRef).id);
      },
    },
  ).start();
  await vi.advanceTimersByTimeAsync(0);
  announced.length = 0;
  outdated.clear();
  return { actor, announced, outdated };
}

const contextOf = (actor: AppActor, id: string): Readonly<Record<string, unknown>> =>
  actor.system.get(id) === undefined ? {} : (runningFlow(actor, id).getSnapshot().context ?? {});

/** Flows whose context has the field. */
const flowsWith = (name: Name, actor: AppActor, field: string): readonly string[] =>
  systems[name].map(({ id }) => id).filter((id) => field in contextOf(actor, id));

/** Sends a form whose required fields are filled in. */
async function submit(actor: AppActor, id: string): Promise<void> {
  const form = runningFlow(actor, id);
  const send = (entry: Readonly<Record<string, string>>) =>
    form.send({ type: 'form.submitted', entry: new Redacted(entry) });
  form.send({ type: 'form.shown' });
  form.send({ type: 'form.opened' });
  const entry: Record<string, string> = {};
  // Some fields are required only after others are filled in.
  for (let attempts = 0; attempts < 3; attempts += 1) {
    send(entry);
    for (const field of Object.keys(contextOf(actor, id)['errors'] as object))
      entry[field] = field === 'email' ? 'a@example.com' : '1';
    if ('newPassword' in entry) entry['again'] = '1';
    if ('moves' in entry) entry['move 1'] = '1';
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(form.getSnapshot().value, `${id} is sent`).toBe('done');
}

/** Forms that only read, whose result only the desk shows, or that are not for a user who is signed in, then or afterwards. */
const announcesNothing = [
  'closing',
  'contact',
  'enquiry',
  'export',
  'exportPoints',
  'forgotten',
  'newAccount',
  'monthArchive',
  'taxDocumentFile',
  'reportFile',
];

describe.each(names)('of the %s', (name) => {
  test('a sent form makes exactly the flows load again that show what it has changed', async () => {
    const { actor: first } = await start(name);
    const forms = flowsWith(name, first, 'isOpen');
    expect(forms.length).toBeGreaterThan(4);
    for (const id of forms) {
      const { actor, announced, outdated } = await start(name);
      await submit(actor, id);
      expect(announced.length === 0, `${id} announces nothing`).toBe(announcesNothing.includes(id));
      const expected = systems[name].filter(({ shows }) => shows.some((topic) => announced.includes(topic)));
      expect([...outdated].toSorted(), id).toEqual(expected.map((flow) => flow.id).toSorted());
      actor.stop();
    }
  });

  test('every resource that could not be reached is loaded again when the page is online again', async () => {
    let isOnline = true;
    const { actor } = await start(name, () =>
      isOnline ? new Promise(() => undefined) : Promise.reject(new Failure('FETCH_ERROR')),
    );
    const resources = flowsWith(name, actor, 'users');
    expect(resources.length).toBeGreaterThan(6);
    const state = () => resources.map((id) => [id, runningFlow(actor, id).getSnapshot().value]);
    isOnline = false;
    for (const id of resources) runningFlow(actor, id).send({ type: 'resource.used', key: 'abc' });
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual(resources.map((id) => [id, 'failed']));
    isOnline = true;
    actor.send({ type: 'app.resumed' });
    expect(state()).toEqual(resources.map((id) => [id, 'loading']));
    actor.stop();
  });
});

test('every topic that a form announces is shown by a flow', async () => {
  const shown = new Set(names.flatMap((name) => systems[name].flatMap(({ shows }) => shows)));
  for (const name of names) {
    const { actor, announced } = await start(name);
    for (const id of flowsWith(name, actor, 'isOpen')) await submit(actor, id);
    expect(announced.filter((topic) => !shown.has(topic))).toEqual([]);
    actor.stop();
  }
});

test('a cancellation at the desk makes Money, the plan, the person, the report and the audit load again', async () => {
  const { actor, outdated } = await start('desk');
  await submit(actor, 'deskCancel');
  expect([...outdated]).toEqual(
    expect.arrayContaining(['money', 'dayPlan', 'deskBooking', 'blockOuts', 'person', 'report', 'audit']),
  );
  actor.stop();
});
