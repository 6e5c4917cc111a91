/** What pages keep in the browser, as text by key. No call throws. */
export interface BrowserStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
}

/**
 * A storage of the browser that falls back to memory. A browser may forbid storage (blocked cookies, a sandboxed frame) by
 * throwing on every access, even to the storage itself, or refuse a single write because the quota is used up. What could
 * not be written lasts as long as the document. The value that it replaces is removed from the storage: after a reload
 * nothing is better than something outdated, because an outdated refresh token ends the whole session.
 */
export function createBrowserStorage(open: () => Storage): BrowserStorage {
  /** Values that the storage did not accept; null for a key that could not be removed. */
  const unwritten = new Map<string, string | null>();
  const attempt = (access: (storage: Storage) => void): boolean => {
    try {
      access(open());
      return true;
    } catch {
      return false;
    }
  };

  return {
    get(key) {
      const held = unwritten.get(key);
      if (held !== undefined) return held;
      let value: string | null = null;
      attempt((storage) => (value = storage.getItem(key)));
      return value;
    },
    set(key, value) {
      if (attempt((storage) => storage.setItem(key, value))) {
        unwritten.delete(key);
        return;
      }
      attempt((storage) => storage.removeItem(key));
      unwritten.set(key, value);
    },
    remove(key) {
      if (attempt((storage) => storage.removeItem(key))) unwritten.delete(key);
      else unwritten.set(key, null);
    },
    clear() {
      unwritten.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** Shared by the tabs of the site; lasts beyond the visit. */
export const localStore = createBrowserStorage(() => localStorage);

/** Belongs to one tab; lasts over reloads. */
export const sessionStore = createBrowserStorage(() => sessionStorage);
