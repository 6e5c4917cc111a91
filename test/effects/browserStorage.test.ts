import { expect, test } from 'vitest';
import { createBrowserStorage } from '../../src/effects/browserStorage.ts';

/** A storage that takes this many characters in all, as browsers count them. */
function storageOf(quota: number): Storage {
  const items = new Map<string, string>();
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      const before = items.get(key);
      items.set(key, value);
      if (used() <= quota) return;
      if (before === undefined) items.delete(key);
      else items.set(key, before);
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

const blocked = (): Storage => {
  throw new DOMException('The user blocks storage.', 'SecurityError');
};

test.each([
  ['access to which throws', blocked],
  ['that does not exist', () => null as unknown as Storage],
  ['that takes nothing', () => storageOf(0)],
])('a storage %s keeps what is set for as long as the document lasts', (_kind, open) => {
  const storage = createBrowserStorage(open);
  expect(storage.get('accessToken')).toBeNull();
  storage.set('accessToken', 'one');
  storage.set('refreshToken', 'two');
  expect(storage.get('accessToken')).toBe('one');
  storage.remove('accessToken');
  expect(storage.get('accessToken')).toBeNull();
  expect(storage.get('refreshToken')).toBe('two');
  storage.clear();
  expect(storage.get('refreshToken')).toBeNull();
});

test('a storage that works is the only place where values are kept', () => {
  const browser = storageOf(1000);
  const storage = createBrowserStorage(() => browser);
  storage.set('accessToken', 'one');
  expect(browser.getItem('accessToken')).toBe('one');
  browser.setItem('accessToken', 'of another tab');
  expect(storage.get('accessToken')).toBe('of another tab');
});

test('a value that exceeds the quota does not leave the one it replaces for the next document', () => {
  const browser = storageOf(40);
  const storage = createBrowserStorage(() => browser);
  storage.set('refreshToken', 'short');
  storage.set('refreshToken', 'x'.repeat(100));
  expect(storage.get('refreshToken')).toBe('x'.repeat(100));
  expect(createBrowserStorage(() => browser).get('refreshToken')).toBeNull();
  storage.set('refreshToken', 'shorter');
  expect(browser.getItem('refreshToken')).toBe('shorter');
});
