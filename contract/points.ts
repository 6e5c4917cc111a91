import { z } from 'zod';
import { pointKinds } from '../domain/pointKinds.ts';

/**
 * A change of a balance of Lit points. `points`: with a sign; `balance`: afterwards; `ends`: how many of them end with the
 * month of the change; `at` is an ISO instant.
 */
export const pointEntry = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(pointKinds),
  points: z.number(),
  balance: z.number(),
  ends: z.number(),
  booking_id: z.string().nullable(),
  reason: z.string().nullable(),
});
export type PointEntry = z.infer<typeof pointEntry>;

/** GET points: the newest entries of the user's own ledger, and how many points end with this month. */
export const pointsResponse = z.object({
  data: z.object({ balance: z.number(), ending: z.number(), entries: z.array(pointEntry) }),
});
export type PointsResponse = z.infer<typeof pointsResponse>;
export type OwnPoints = PointsResponse['data'];
