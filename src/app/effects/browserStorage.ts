/** No method throws. */
export interface BrowserStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
}

/**
 * A storage of the browser that falls back to memory. A browser may forbid storage (blocked cookies, a sandboxed frame) by
 * throwing on every access, even to the storage object, or refuse a single write because the quota is used up. A value that
 * could not be written stays in memory until the document is unloaded. The value that it replaces is removed from the
 * storage: after a reload a missing value is better than an outdated one, because an outdated refresh token ends the session.
 */
export function createBrowserStorage(open: () => Storage): BrowserStorage {
  /** Values that could not be written; null for a key that could not be removed. */
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
      const fallback = unwritten.get(key);
      if (fallback !== undefined) return fallback;
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

/** Shared by all tabs of the site; persists after the browser is closed. */
export const localStore = createBrowserStorage(() => localStorage);

/** Belongs to one tab; persists over reloads. */
export const sessionStore = createBrowserStorage(() => sessionStorage);
