import { z } from 'zod';
import { CURRENCY } from '../../domain/money/pricing.ts';
import { providerId, rupeesInPaise } from '../values.ts';

/* The fields that bookings and purchases of points share when they are paid in the provider's checkout. */

/** `amount` in paise, `timeout` in seconds. */
export const orderFields = {
  id: z.string(),
  amount: z.number(),
  currency: z.literal(CURRENCY),
  key: z.string(),
  script: z.string(),
  timeout: z.number(),
};
export type OrderFields = z.infer<z.ZodObject<typeof orderFields>>;

/** Filled into the checkout. */
export const payer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type Payer = z.infer<typeof payer>;

/** The result of the checkout, and the price that was shown, in rupees. */
export const paidFields = {
  order_id: providerId('order'),
  payment_id: providerId('pay'),
  signature: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  amount: rupeesInPaise,
};
