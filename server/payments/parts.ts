import type { Database } from '../database/schema.ts';
import type { PaymentGateway } from './gateway.ts';

/** What payments are made with. */
export interface PaymentParts {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}
