import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import type { Database, Schema } from '../../server/database/schema.ts';
import type { Life } from './life.ts';

/** A connection of the underlying database, with the function that releases it. */
interface Borrowed extends DatabaseConnection {
  readonly below: DatabaseConnection;
  readonly giveBack: () => void;
  inTransaction: boolean;
}

const run = (connection: DatabaseConnection, command: 'begin' | 'commit' | 'rollback') =>
  connection.executeQuery(CompiledQuery.raw(command));

/**
 * The database of a process that can crash: each query is a step outside the process, and when the process is dead, the
 * database loses the connection and rolls its open transaction back.
 */
class CrashableDriver implements Driver {
  readonly #below: Database;
  readonly #life: Life;
  readonly #onStarved: () => void;
  constructor(below: Database, life: Life, onStarved: () => void) {
    this.#below = below;
    this.#life = life;
    this.#onStarved = onStarved;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  acquireConnection(): Promise<Borrowed> {
    const life = this.#life;
    return new Promise((resolve, reject) => {
      this.#below
        .getExecutor()
        .provideConnection(
          (below) =>
            new Promise<void>((giveBack) => {
              resolve({
                below,
                giveBack,
                inTransaction: false,
                executeQuery: (query) => life.outside(() => below.executeQuery(query)),
                streamQuery: () => {
                  throw new Error('nothing here streams');
                },
              });
            }),
        )
        .catch((error: unknown) => {
          this.#onStarved();
          reject(error);
        });
    });
  }

  async beginTransaction(connection: Borrowed): Promise<void> {
    await this.#life.outside(() => run(connection.below, 'begin'));
    connection.inTransaction = true;
  }
  async commitTransaction(connection: Borrowed): Promise<void> {
    await this.#life.outside(async () => {
      await run(connection.below, 'commit');
      connection.inTransaction = false;
    });
  }
  async rollbackTransaction(connection: Borrowed): Promise<void> {
    connection.inTransaction = false;
    await run(connection.below, 'rollback');
  }
  async releaseConnection(connection: Borrowed): Promise<void> {
    // A process that died between `begin` and its result.
    if (connection.inTransaction || this.#life.dead) await run(connection.below, 'rollback');
    connection.giveBack();
  }
}

/**
 * The same data, for one server process. `onStarved` is called when a query gets no connection within the database's limit:
 * it waits for the connection of its own transaction.
 */
export const crashableDatabase = (below: Database, life: Life, onStarved: () => void): Database =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new CrashableDriver(below, life, onStarved),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
