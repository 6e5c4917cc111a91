import type { OrderFields, Payer } from '../../contract/checkout/order.ts';
import { fullName } from '../../domain/account/fullName.ts';
import type { Clock } from '../../machines/engine/clock.ts';

/** `payUntil`: milliseconds since 1970 by the server's clock. */
export const checkoutOrder = (
  { id, amount, key, script, timeout }: OrderFields,
  { first_name, last_name, email, phone }: Payer,
  clock: Clock,
) => ({
  orderId: id,
  amount,
  keyId: key,
  script,
  timeout,
  payUntil: clock.now() + timeout * 1000,
  payer: { name: fullName(first_name, last_name), email, phone },
});
