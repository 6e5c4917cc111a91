import { ResilientClient } from './resilientClient.ts';

/** The plan of a statement no longer fits the tables, or the connection no longer has the statement. */
const STALE_PLAN = new Set(['0A000', '26000']);

/**
 * True when a statement failed only because what was prepared is out of date, which the database finds out before it does
 * anything. The statement is prepared again when it is sent again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && STALE_PLAN.has(String(error.code));

/** What is awaited of a query, or handed to its callback. */
type Send = (...parts: unknown[]) => Promise<unknown>;

/**
 * Names every statement by its text, so that a connection parses and plans each only the first time it is sent. A text
 * has one name for all clients: PGlite keeps its only connection, and what was prepared on it, when a client is replaced.
 *
 * A migration beside running servers can change what a prepared statement returns; PostgreSQL then refuses it for as long
 * as the connection lasts. So a stale plan gives every statement a new name, on every connection. A statement outside a
 * transaction is sent once more under it; inside one the database has given the transaction up, and `inTransaction`
 * repeats the whole of it.
 */
export class PreparingClient extends ResilientClient {
  static readonly #names = new Map<string, number>();
  /** How often plans were found stale: a part of every name. The statements of earlier names end with their connection. */
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
      // Plans that became stale together are replaced together.
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
