import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { SandboxKeys } from './keys.ts';
import type { SandboxDatabase, SandboxTables, SandboxTx } from './tables.ts';

/** What the stand-in provider runs on. */
export interface SandboxOptions extends SandboxKeys {
  readonly database: Database;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** The same, with the database as the sandbox sees it. */
export interface Sandbox extends SandboxKeys {
  readonly database: SandboxDatabase;
  readonly now: () => number;
  /** Runs database work in one transaction; inside it, only `tx` may be used. */
  transact<T>(work: (tx: SandboxTx) => Promise<T>): Promise<T>;
}

/** Throws for keys that could be real ones: the sandbox must never be mistaken for the provider. */
export function sandboxOn({ database, now, keyId, keySecret }: SandboxOptions): Sandbox {
  if (!keyId.startsWith('rzp_test_'))
    throw new Error('The sandbox takes only keys that begin with rzp_test_');
  return {
    keyId,
    keySecret,
    now,
    database: database.withTables<SandboxTables>(),
    transact: (work) => inTransaction(database, (tx) => work(tx.withTables<SandboxTables>())),
  };
}
