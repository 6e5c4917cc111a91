import { afterEach, expect, test, vi } from 'vitest';
import { connection } from '../../src/effects/connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser that can lose its network. */
function browser(onLine: boolean) {
  const network = new EventTarget();
  const navigator = { onLine };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  return (now: boolean): void => {
    navigator.onLine = now;
    network.dispatchEvent(new Event(now ? 'online' : 'offline'));
  };
}

test('it reports when the network is lost and restored, until it is stopped', () => {
  const become = browser(true);
  const events: string[] = [];
  const stop = connection.watch(({ type }) => events.push(type));
  expect(events).toEqual([]);
  become(false);
  become(true);
  expect(events).toEqual(['connection.lost', 'connection.restored']);
  stop();
  become(false);
  expect(events).toHaveLength(2);
});

test('a page that is opened offline is notified at once', () => {
  browser(false);
  const events: string[] = [];
  connection.watch(({ type }) => events.push(type));
  expect(events).toEqual(['connection.lost']);
});
