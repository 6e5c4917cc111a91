const SEALED = '[sealed]';

/**
 * Carries a secret (a password) through events and actor inputs, which inspectors and snapshots copy: whatever
 * serialises it, by JSON or structured clone, sees a placeholder. Only `open` gives the value.
 */
export class Sealed<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** The secret itself. */
  open(): T {
    return this.#value;
  }
  toJSON(): string {
    return SEALED;
  }
  toString(): string {
    return SEALED;
  }
}
