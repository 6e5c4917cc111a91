import { afterEach, expect, test, vi } from 'vitest';
import { connection } from '../../src/app/effects/connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Simulates a browser. The returned function sets its online state. */
function simulateBrowser(onLine: boolean) {
  const network = new EventTarget();
  const navigator = { onLine };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  return (isOnline: boolean): void => {
    navigator.onLine = isOnline;
    network.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
}

test('losing and restoring the network is reported until the watch is stopped', () => {
  const setOnline = simulateBrowser(true);
  const events: string[] = [];
  const stop = connection.watch(({ type }) => events.push(type));
  expect(events).toEqual([]);
  setOnline(false);
  setOnline(true);
  expect(events).toEqual(['connection.lost', 'connection.restored']);
  stop();
  setOnline(false);
  expect(events).toHaveLength(2);
});

test('a page that is opened offline gets connection.lost at once', () => {
  simulateBrowser(false);
  const events: string[] = [];
  connection.watch(({ type }) => events.push(type));
  expect(events).toEqual(['connection.lost']);
});
