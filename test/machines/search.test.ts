import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOON, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function submitted(fields: Record<string, string>) {
  const app = await startApp();
  const search = app.flow('search');
  for (const [field, value] of Object.entries(fields)) search.send({ type: 'search.changed', field, value });
  search.send({ type: 'search.submitted' });
  return search.getSnapshot();
}

test('defaults are one person, Chennai and 8 in the morning; the date is the visitor’s to give', async () => {
  const app = await startApp();
  expect(app.flow('search').getSnapshot().context['fields']).toEqual({
    date: '',
    headcount: '1',
    location: 'chennai',
    startTime: '08:00:00',
  });
});

test.each([
  ['no date', { date: '' }, 'date'],
  ['yesterday', { date: '2025-11-19' }, 'date'],
  ['more than six months ahead', { date: '2026-05-21' }, 'date'],
  ['an emptied headcount', { date: '2025-11-20', headcount: '' }, 'headcount'],
  ['another city', { date: '2025-11-20', location: 'mumbai' }, 'location'],
  ['a start after 20:00', { date: '2025-11-20', startTime: '20:30:00' }, 'startTime'],
])('%s is refused beside its field', async (_what, fields, field) => {
  const { value, context } = await submitted(fields);
  expect(value).toBe('asking');
  expect(Object.keys(context['problems'] as object)).toEqual([field]);
});

test('today, the last day of the window and 20:00 are accepted', async () => {
  expect((await submitted({ date: '2025-11-20' })).value).toBe('showing');
  expect((await submitted({ date: '2026-05-20', startTime: '20:00:00' })).value).toBe('showing');
});

test.each(['0', '-3', '1.5', 'two'])('a headcount of %s is ignored', async (headcount) => {
  const { context } = await submitted({ headcount: '6' });
  expect(context['fields']).toMatchObject({ headcount: '6' });
  const app = await startApp();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: headcount });
  expect(app.flow('search').getSnapshot().context['fields']).toMatchObject({ headcount: '1' });
});

test('a field’s problem goes when the field is changed', async () => {
  const app = await startApp();
  const search = app.flow('search');
  search.send({ type: 'search.submitted' });
  expect(search.getSnapshot().context['problems']).toHaveProperty('date');
  search.send({ type: 'search.changed', field: 'date', value: '2025-11-21' });
  expect(search.getSnapshot().context['problems']).toEqual({});
  expect(search.getSnapshot().value).toBe('asking');
});

test('every change is kept for a reload', async () => {
  const app = await startApp();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '8' });
  expect(app.effects.memory.keepSearch).toHaveBeenLastCalledWith(expect.objectContaining({ headcount: '8' }));
});
