import { expect, test } from 'vitest';
import { createBrowserStorage } from '../../src/app/effects/browserStorage.ts';

/** A storage with a quota: the total number of characters of all keys and values. */
function storageOf(quota: number): Storage {
  const items = new Map<string, string>();
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      const oldValue = items.get(key);
      items.set(key, value);
      if (used() <= quota) return;
      if (oldValue === undefined) items.delete(key);
      else items.set(key, oldValue);
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

const blockedStorage = (): Storage => {
  throw new DOMException('The user blocks storage.', 'SecurityError');
};

test.each([
  ['whose access throws', blockedStorage],
  ['that does not exist', () => null as unknown as Storage],
  ['with a quota of zero', () => storageOf(0)],
])('with a storage %s, values are kept as long as the document lasts', (_kind, open) => {
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

test('with a working storage, values are kept only there', () => {
  const browser = storageOf(1000);
  const storage = createBrowserStorage(() => browser);
  storage.set('accessToken', 'one');
  expect(browser.getItem('accessToken')).toBe('one');
  browser.setItem('accessToken', 'of another tab');
  expect(storage.get('accessToken')).toBe('of another tab');
});

test('the old value is removed when its new value exceeds the quota, so that the next document does not read it', () => {
  const browser = storageOf(40);
  const storage = createBrowserStorage(() => browser);
  storage.set('refreshToken', 'short');
  storage.set('refreshToken', 'x'.repeat(100));
  expect(storage.get('refreshToken')).toBe('x'.repeat(100));
  expect(createBrowserStorage(() => browser).get('refreshToken')).toBeNull();
  storage.set('refreshToken', 'shorter');
  expect(browser.getItem('refreshToken')).toBe('shorter');
});
