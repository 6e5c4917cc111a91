import { ResilientClient } from './resilientClient.ts';
import { isStalePlan } from '../transaction.ts';

/** node-postgres' `query` without its overloads. */
type SendQuery = (...args: unknown[]) => Promise<unknown>;

/**
 * Gives each statement a name for its text, so that a connection parses and plans each text once. All clients share the names,
 * because PGlite keeps its single connection, with the prepared statements, when a client is replaced.
 *
 * A migration can change the result of a prepared statement; PostgreSQL then rejects that statement for the rest of the
 * connection. After an error of a stale plan all statements therefore get new names on all connections. Outside a transaction
 * the statement is sent once more under its new name. Inside a transaction the transaction has failed, and `inTransaction`
 * repeats it.
 */
export class PreparingClient extends ResilientClient {
  static readonly #names = new Map<string, number>();
  /** How often plans were stale; a part of every name. The old statements are freed when their connection closes. */
  static #generation = 0;

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const query = super.query as unknown as SendQuery;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return query.apply(this, args) as never;

    const send = () => query.call(this, { name: PreparingClient.#nameOf(text), text, values });
    const generation = PreparingClient.#generation;
    const isOutsideTransaction = this.getTransactionStatus() !== 'T';
    return send().catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      // When several statements fail together, only the first one raises the generation.
      if (generation === PreparingClient.#generation) PreparingClient.#generation += 1;
      if (!isOutsideTransaction) throw error;
      return send();
    }) as never;
  }

  static #nameOf(text: string): string {
    const number = PreparingClient.#names.get(text) ?? PreparingClient.#names.size;
    PreparingClient.#names.set(text, number);
    return `statement_${number}_${PreparingClient.#generation}`;
  }
}
