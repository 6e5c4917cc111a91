import { expect, test } from 'vitest';
import { afterLoading, type EditedRecord, shownRecord } from '../../../machines/engine/form/editedRecord.ts';

interface Post {
  readonly id: number;
  readonly version: number;
  readonly title: string;
}

const post: Post = { id: 1, version: 1, title: 'Diwali' };
const edited: EditedRecord<Post> = { record: post, fillCount: 0, expected: null };
const load = (from: EditedRecord<Post>, ...loaded: readonly Post[]) =>
  afterLoading(from, loaded, ({ title }) => title);

test('a version with the same fields is taken, so that saving the form is no conflict', () => {
  const current = { ...post, version: 2 };
  expect(load(edited, { ...post, id: 2 }, current)).toEqual({ ...edited, record: current });
});

test('a version in which somebody else has changed a field is not taken', () => {
  expect(load(edited, { ...post, version: 2, title: 'Deepavali' })).toBe(edited);
});

test('the version that the form has saved is taken once, and the typed text is kept', () => {
  const saved = { ...post, version: 2, title: 'Deepavali' };
  const after = load({ ...edited, expected: 'saved' }, saved);
  expect(after).toEqual({ record: saved, fillCount: 0, expected: null });
  expect(load(after, { ...saved, version: 3, title: 'Pongal' })).toBe(after);
});

test('the version that the user has asked for fills in the fields again', () => {
  const current = { ...post, version: 2, title: 'Deepavali' };
  expect(load({ ...edited, expected: 'reloaded' }, current)).toEqual({
    record: current,
    fillCount: 1,
    expected: null,
  });
});

test('a form of a new record, or of one that is no longer listed, takes nothing', () => {
  const isNew = { ...edited, record: null };
  expect(load(isNew, post)).toBe(isNew);
  const isExpected = { ...edited, expected: 'reloaded' } as const;
  expect(load(isExpected, { ...post, id: 2 })).toBe(isExpected);
});

test('a page shows its loaded record until its form has received it', () => {
  const held = { ...post, title: 'typed over' };
  expect(shownRecord(null, post)).toBe(post);
  expect(shownRecord({ ...post, id: 2 }, post)).toBe(post);
  expect(shownRecord(post, null)).toBeNull();
  expect(shownRecord(held, { ...post, version: 2 })).toBe(held);
});
