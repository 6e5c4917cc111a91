import type * as api from '../../contract/points/points.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** A user's balance of Lit points, and the newest entries of the ledger. */
export type PointsAccount = CamelCased<api.PointsAccount>;
export type PointEntry = CamelCased<api.PointEntry>;
