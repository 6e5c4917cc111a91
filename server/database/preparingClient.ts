import { ResilientClient } from './resilientClient.ts';

/** The cached plan no longer fits the tables, or the connection no longer has the statement. */
const STALE_PLAN = new Set(['0A000', '26000']);

/**
 * True when a statement failed only because its prepared form is stale, which PostgreSQL detects before executing it.
 * Sending it again prepares it again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && STALE_PLAN.has(String(error.code));

/** The result of a query, awaited or passed to its callback. */
type Send = (...parts: unknown[]) => Promise<unknown>;

/**
 * Names every statement by its text, so that a connection parses and plans each text once. Names are shared by all
 * clients, because PGlite keeps its only connection, with its prepared statements, when a client is replaced.
 *
 * A migration can change the result of a prepared statement, which PostgreSQL then refuses for the rest of the
 * connection. A stale plan therefore renames every statement on every connection. Outside a transaction the statement
 * is sent once more under its new name; inside one the transaction has failed, and `inTransaction` repeats it.
 */
export class PreparingClient extends ResilientClient {
  static readonly #names = new Map<string, number>();
  /** How often plans were stale; a part of every name. Old statements end with their connection. */
  static #generation = 0;

  override query(...call: unknown[]): never {
    const [text, values, ...rest] = call;
    const query = super.query as unknown as Send;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return query.apply(this, call) as never;

    const send = () => query.call(this, { name: PreparingClient.#nameOf(text), text, values });
    const generation = PreparingClient.#generation;
    const isAlone = this.getTransactionStatus() !== 'T';
    return send().catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      // Plans that became stale together are replaced once.
      if (generation === PreparingClient.#generation) PreparingClient.#generation += 1;
      if (!isAlone) throw error;
      return send();
    }) as never;
  }

  static #nameOf(text: string): string {
    const number = PreparingClient.#names.get(text) ?? PreparingClient.#names.size;
    PreparingClient.#names.set(text, number);
    return `statement_${number}_${PreparingClient.#generation}`;
  }
}
