import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Tx } from '../platform/database/schema.ts';

export interface PaidOrder {
  /** Also the id of the order: the provider knows neither. */
  readonly paymentId: string;
  readonly bookingId: string;
  readonly amountPaise: number;
}

/** Stores the order and the payment of a booking that is paid at the desk or on account, not through the provider. */
export async function insertPaidOrder(
  tx: Tx,
  { paymentId, bookingId, amountPaise }: PaidOrder,
  now: EpochMs,
): Promise<void> {
  const at = new Date(now);
  await tx
    .insertInto('payment_order')
    .values({
      order_id: paymentId,
      booking_id: bookingId,
      amount_paise: amountPaise,
      status: 'paid',
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('payment')
    .values({
      payment_id: paymentId,
      order_id: paymentId,
      amount_paise: amountPaise,
      status: 'captured',
      recorded_at: at,
    })
    .execute();
  await tx
    .updateTable('booking')
    .set({ paid_by_payment_id: paymentId })
    .where('id', '=', bookingId)
    .execute();
}
