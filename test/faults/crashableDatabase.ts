import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import type { Database, Schema } from '../../server/platform/database/schema.ts';
import type { CrashableProcess } from './crashableProcess.ts';

/** A connection of the underlying database. */
interface CrashableConnection extends DatabaseConnection {
  readonly underlying: DatabaseConnection;
  readonly release: () => void;
  inTransaction: boolean;
}

const run = (connection: DatabaseConnection, command: 'begin' | 'commit' | 'rollback') =>
  connection.executeQuery(CompiledQuery.raw(command));

/** After a crash of its process, the open transaction of each connection is rolled back. */
class CrashableDriver implements Driver {
  readonly #underlying: Database;
  readonly #process: CrashableProcess;
  readonly #onConnectionTimeout: () => void;
  constructor(underlying: Database, process: CrashableProcess, onConnectionTimeout: () => void) {
    this.#underlying = underlying;
    this.#process = process;
    this.#onConnectionTimeout = onConnectionTimeout;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  acquireConnection(): Promise<CrashableConnection> {
    const process = this.#process;
    return new Promise((resolve, reject) => {
      this.#underlying
        .getExecutor()
        .provideConnection(
          (underlying) =>
            new Promise<void>((release) => {
              resolve({
                underlying,
                release,
                inTransaction: false,
                executeQuery: (query) => process.runStep(() => underlying.executeQuery(query)),
                streamQuery: () => {
                  throw new Error('streaming is not supported');
                },
              });
            }),
        )
        .catch((error: unknown) => {
          this.#onConnectionTimeout();
          reject(error);
        });
    });
  }

  async beginTransaction(connection: CrashableConnection): Promise<void> {
    await this.#process.runStep(() => run(connection.underlying, 'begin'));
    connection.inTransaction = true;
  }
  async commitTransaction(connection: CrashableConnection): Promise<void> {
    await this.#process.runStep(async () => {
      await run(connection.underlying, 'commit');
      connection.inTransaction = false;
    });
  }
  async rollbackTransaction(connection: CrashableConnection): Promise<void> {
    connection.inTransaction = false;
    await run(connection.underlying, 'rollback');
  }
  async releaseConnection(connection: CrashableConnection): Promise<void> {
    // The process may have crashed between `begin` and its result.
    if (connection.inTransaction || this.#process.crashed) await run(connection.underlying, 'rollback');
    connection.release();
  }
}

/**
 * The same database for one server process. `onConnectionTimeout` is called when a query gets no connection in time, which
 * happens when it runs outside the transaction that occupies the last connection.
 */
export const crashableDatabase = (
  underlying: Database,
  process: CrashableProcess,
  onConnectionTimeout: () => void,
): Database =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new CrashableDriver(underlying, process, onConnectionTimeout),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
