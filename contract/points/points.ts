import { z } from 'zod';
import { MAX_POINTS_PER_PURCHASE } from '../../domain/money/pointPurchase.ts';
import { pointKinds } from '../../domain/money/pointKinds.ts';
import { orderFields, paidFields, payer } from '../checkout/order.ts';
import { rupeesInPaise, wholeNumber } from '../values.ts';

/**
 * A change of a balance of Lit points. `points` has a sign; `balance`: after the change; `ends`: the number of these points
 * that expire with the month of the change; `at` is an ISO instant; `invoice`: that of bought points, once it has its number.
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
  invoice: z.object({ id: z.string(), number: z.string() }).nullable(),
});
export type PointEntry = z.infer<typeof pointEntry>;

/**
 * GET points: the user's balance, the points that expire with this month, the price of a point in rupees, GST included (null
 * for users who may not buy points), and the newest entries of the ledger.
 */
export const pointsResponse = z.object({
  data: z.object({
    balance: z.number(),
    ending: z.number(),
    price: z.string().nullable(),
    entries: z.array(pointEntry),
  }),
});
export type PointsResponse = z.infer<typeof pointsResponse>;
export type PointsAccount = PointsResponse['data'];

/** POST points buy: a number of points, and the price that was shown for them, in rupees. */
export const createPurchaseRequest = z.object({
  points: wholeNumber(MAX_POINTS_PER_PURCHASE),
  amount: rupeesInPaise,
});
export type CreatePurchaseRequest = z.output<typeof createPurchaseRequest>;

/** POST points buy: the order to pay. `amount` is in paise, `timeout` in seconds. */
export const createPurchaseResponse = z.object({
  data: z.object({
    purchase_id: z.string(),
    ...orderFields,
    payer,
  }),
});
export type CreatePurchaseResponse = z.infer<typeof createPurchaseResponse>;
export type PointsPurchaseOrder = CreatePurchaseResponse['data'];

/** POST points complete: the result of the provider's checkout. */
export const completePurchaseRequest = z.object({
  purchase_id: z.uuid(),
  ...paidFields,
});
export type CompletePurchaseRequest = z.output<typeof completePurchaseRequest>;

const purchase = z.object({ purchase_id: z.string(), points: z.number() });
export const completePurchaseResponse = z.object({ data: purchase.extend({ status: z.literal('granted') }) });

/** GET points purchase: the purchase. */
export const purchaseQuery = z.object({ purchase_id: z.uuid() });
/** GET points purchase: its result. 'pending': an attempt is open at the bank. */
export const purchaseResponse = z.object({
  data: purchase.extend({ status: z.enum(['granted', 'pending', 'unpaid']) }),
});
export type PurchaseResponse = z.infer<typeof purchaseResponse>;
export type PurchaseResult = PurchaseResponse['data'];
