import { beforeEach, expect, test } from 'vitest';
import type { ResourceEvent } from '../../machines/events/resource.ts';
import { nextTask } from '../../src/nextTask.ts';
import { acquireResource } from '../../src/system/acquireResource.ts';

/* What a resource hears of a view that shows it. */

let sent: ResourceEvent[];
const resource = { send: (event: ResourceEvent) => void sent.push(event) };
beforeEach(() => {
  sent = [];
});

test('a view is registered in the next task, and released when it leaves', async () => {
  const release = acquireResource(resource, 'chennai');
  await Promise.resolve();
  expect(sent).toEqual([]);
  await nextTask();
  expect(sent).toEqual([{ type: 'resource.used', key: 'chennai' }]);
  release();
  expect(sent.slice(1)).toEqual([{ type: 'resource.released' }]);
});

test('a view that leaves before it was registered is neither registered nor released', async () => {
  acquireResource(resource, 'chennai')();
  await nextTask();
  await nextTask();
  expect(sent).toEqual([]);
});

test('a view of a resource with a single value is registered without a key', async () => {
  acquireResource(resource, undefined);
  await nextTask();
  expect(sent).toStrictEqual([{ type: 'resource.used' }]);
});
