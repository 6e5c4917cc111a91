const REDACTED = '[redacted]';

/**
 * Carries a secret (a password) through events and actor inputs, which inspectors and snapshots copy. JSON and text show a
 * placeholder, and a structured clone is empty; only `reveal` returns the value.
 */
export class Redacted<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
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
