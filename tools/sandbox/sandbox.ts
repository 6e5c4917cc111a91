import type { Database } from '../../server/platform/database/schema.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { Faults, type CallFaults, type WebhookFaults } from './faults.ts';
import type { SandboxKeys } from '../../server/payments/provider/sandboxKeys.ts';
import type { SandboxDatabase, SandboxTables, SandboxTx } from './tables.ts';

export interface SandboxOptions extends SandboxKeys {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** URL of the shop's webhook; null while it cannot be reached. */
  readonly shopUrl?: () => string | null;
}

/** Why the provider refuses refunds. 'too-old': only instant ones are accepted; 'never': none; 'balance': until there is money. */
export type RefundRefusal = 'too-old' | 'never' | 'balance';

interface Overrides {
  advancedMs: number;
  webhookUrl: string | null;
  refundsToFail: number;
  refusal: RefundRefusal | null;
  /** In paise: the next attempts differ from their order's amount by a fee that the payer bears, or by an offer. */
  surcharge: { readonly fee: number; readonly discount: number } | null;
}

export const noOverrides = (): Overrides => ({
  advancedMs: 0,
  webhookUrl: null,
  refundsToFail: 0,
  refusal: null,
  surcharge: null,
});

/** Its options, its view of the database, and the tests' faults. */
export interface Sandbox extends SandboxKeys {
  readonly database: SandboxDatabase;
  readonly now: () => number;
  readonly webhookUrl: () => string | null;
  readonly callFaults: CallFaults;
  readonly webhookFaults: WebhookFaults;
  /** Overrides set by tests; they end with the process. */
  readonly overrides: Overrides;
  /** Runs database work in one transaction; inside it, only `tx` may be used. */
  transact<T>(work: (tx: SandboxTx) => Promise<T>): Promise<T>;
}

/** Creates a sandbox. Throws for keys that could be real, so that the sandbox is never mistaken for the provider. */
export function createSandbox({ database, now, shopUrl = () => null, ...keys }: SandboxOptions): Sandbox {
  if (!keys.keyId.startsWith('rzp_test_'))
    throw new Error('The sandbox takes only keys that begin with rzp_test_');
  const overrides: Overrides = noOverrides();
  return {
    ...keys,
    now: () => now() + overrides.advancedMs,
    webhookUrl: () => overrides.webhookUrl ?? shopUrl(),
    callFaults: new Faults(),
    webhookFaults: new Faults(),
    overrides,
    database: database.withTables<SandboxTables>(),
    transact: (work) => inTransaction(database, (tx) => work(tx.withTables<SandboxTables>())),
  };
}
