import { randomBytes } from 'node:crypto';
import type { SaleMethod } from '../../../domain/money/deskPayment.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Staff } from '../../audit/staffChange.ts';
import { storeCharge, type Charge } from '../../companies/charges.ts';
import { insertPaidOrder, type PaidOrder } from '../../payments/insertPaidOrder.ts';
import type { Tx } from '../../platform/database/schema.ts';

export interface DeskPayment {
  readonly method: SaleMethod;
  readonly reference: string | undefined;
  readonly staff: Staff;
}

/** Stores what a customer paid at the desk, or `charge`, what the company pays later. Returns the id of the payment. */
export async function insertDeskPayment(
  tx: Tx,
  paid: Omit<PaidOrder, 'paymentId'>,
  { method, reference, staff }: DeskPayment,
  charge: Charge | null,
  now: EpochMs,
): Promise<string> {
  const paymentId = charge?.paymentId ?? `desk_${method}_${randomBytes(7).toString('hex')}`;
  await insertPaidOrder(tx, { ...paid, paymentId }, now);
  if (charge) await storeCharge(tx, charge, staff.id, now);
  else if (method !== 'account')
    await tx
      .insertInto('desk_payment')
      .values({
        payment_id: paymentId,
        method,
        reference: reference ?? null,
        taken_by: staff.id,
        taken_at: new Date(now),
      })
      .execute();
  return paymentId;
}
