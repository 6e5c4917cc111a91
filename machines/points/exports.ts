import type * as api from '../../contract/points/points.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/**
 * With the newest entries of the ledger. `price` is that of a point in paise; null for users who may not buy
 * points.
 */
export type PointsAccount = Omit<CamelCased<api.PointsAccount>, 'price'> & { readonly price: number | null };
export type PointEntry = CamelCased<api.PointEntry>;
