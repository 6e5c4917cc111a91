import type { FastifyInstance } from 'fastify';
import type { EpochMs } from '../domain/time/epochMs.ts';
import type { PaymentGateway } from './payments/provider/gateway.ts';
import type { PrintEach } from './invoices/pdf/printTaxDocuments.ts';
import type { Config } from './platform/config/config.ts';
import type { Standby } from './platform/database/connection/standby.ts';
import type { Database } from './platform/database/schema.ts';
import type { LogDestination } from './platform/http/log.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { PageRenderer } from './site/pageRenderer.ts';
import type { AvailabilityEvents } from './slots/availabilityEvents.ts';

/**
 * The dependencies of the application. `siteRoot`: the folder of the built site. A route decides
 * what it needs from `database`; only displayed data may come from `standby`.
 */
export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  /** A standby of the database, for reads that may be slightly out of date. */
  readonly standby?: Standby | undefined;
  readonly gateway: PaymentGateway;
  readonly now: () => EpochMs;
  readonly siteRoot: string;
  /** Renders the public pages whose content has changed since the build; without it, the server sends the build's files. */
  readonly renderer?: PageRenderer | undefined;
  /** Availability changes; without them the live route is not registered. */
  readonly availabilityEvents?: AvailabilityEvents;
  /** Standard output when absent. */
  readonly logTo?: LogDestination | undefined;
  /** Traces of requests; none when absent. */
  readonly tracing?: Tracing | undefined;
  /** Prints invoices and credit notes in a thread; in the server's own thread when absent. */
  readonly printEach?: PrintEach | undefined;
  /** Runs after the plugins and before the routes, so that it can collect them. */
  readonly beforeRoutes?: (app: FastifyInstance) => Promise<void>;
}
