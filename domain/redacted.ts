const REDACTED = '[redacted]';

/**
 * Carries a secret (a password) through events and actor inputs, which inspectors and snapshots copy: whatever
 * serialises it, by JSON or structured clone, sees a placeholder. Only `open` gives the value.
 */
export class Redacted<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** The secret itself. */
  reveal(): T {
    return this.#value;
  }
  toJSON(): string {
    return REDACTED;
  }
  toString(): string {
    return REDACTED;
  }
}
