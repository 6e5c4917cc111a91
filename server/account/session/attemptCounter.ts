import type { EpochMs } from '../../../domain/time/epochMs.ts';

/** More keys than an attacker fills in one window. A full counter drops its oldest window. */
const MAX_KEYS = 100_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts by key, in memory. A key's window starts with the key's first count. Times are milliseconds since 1970. */
export class AttemptCounter {
  readonly #windows = new Map<string, Window>();
  readonly #windowMs: number;
  readonly #now: () => EpochMs;

  constructor(windowMs: number, now: () => EpochMs) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  #current(key: string): Window | undefined {
    const window = this.#windows.get(key);
    if (window && window.endsAt > this.#now()) return window;
    this.#windows.delete(key);
    return undefined;
  }

  count(key: string): number {
    return this.#current(key)?.count ?? 0;
  }

  /** Whole seconds until the key's window ends, at least one. */
  secondsLeft(key: string): number {
    const endsAt = this.#current(key)?.endsAt ?? 0;
    return Math.max(1, Math.ceil((endsAt - this.#now()) / 1000));
  }

  add(key: string): void {
    const window = this.#current(key);
    if (window) {
      window.count += 1;
      return;
    }
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.set(key, { count: 1, endsAt: this.#now() + this.#windowMs });
  }

  /** Reverses one `add`. */
  subtract(key: string): void {
    const window = this.#current(key);
    if (window && window.count > 0) window.count -= 1;
  }

  clear(key: string): void {
    this.#windows.delete(key);
  }
}
