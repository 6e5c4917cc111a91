import type { Database } from '../database/schema.ts';
import type { PaymentGateway } from './gateway.ts';

/**
 * Where operators read what needs their eyes. `details` never holds a secret, nor anything personal: ids and amounts
 * are enough to find the rest.
 */
export interface OperatorLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What payments are made with. */
export interface PaymentDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly log: OperatorLog;
  /** Aborted when the server stops: a job that runs over many rows ends before the next one. */
  readonly stopping?: AbortSignal;
}
