import type { Database } from '../database/schema.ts';
import type { PaymentGateway } from './gateway.ts';

/** The log for operators. `details` never has secrets or personal data; ids and amounts are enough to find the rest. */
export interface OperatorLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The dependencies of payments. */
export interface PaymentDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly log: OperatorLog;
  /** Aborted when the server stops: a job over many rows ends before its next row. */
  readonly stopping?: AbortSignal;
}
