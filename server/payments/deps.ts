import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import type { PaymentGateway } from './provider/gateway.ts';

/** For operators. `details` never contains secrets or personal data, because ids and amounts identify the rows. */
export interface OperatorLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface PaymentDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly now: () => EpochMs;
  readonly log: OperatorLog;
  /** Aborted when the server stops. A job over many rows then ends before the next row. */
  readonly stopping?: AbortSignal;
}
