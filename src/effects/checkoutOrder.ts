import type { OrderFields, Payer } from '../../contract/checkoutOrder.ts';
import type { Clock } from '../../machines/clock.ts';

/** An order of the API as the machines know it; `payUntil` is an instant of the server's clock. */
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
  payer: { name: `${first_name} ${last_name}`.trim(), email, phone },
});
