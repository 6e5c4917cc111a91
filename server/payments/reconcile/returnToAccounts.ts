import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PaymentDeps } from '../deps.ts';
import { lockPaidItem, lockRefunds } from '../refunds/refunds.ts';
import { processOnAccount } from '../refunds/refundBooking.ts';

/**
 * Processes the refunds of bookings on account that a server of the previous version made: it leaves them due, and nobody pays them
 * out. What the company owes is less from the moment they exist. Returns no errors of its own.
 */
export async function returnToAccounts({ database, now }: PaymentDeps): Promise<unknown[]> {
  const due = await database
    .selectFrom('refund')
    .select('source_payment_id')
    .distinct()
    .where('status', '<>', 'processed')
    .where(sql<boolean>`source_payment_id like 'desk\\_account\\_%'`)
    .execute();
  for (const { source_payment_id: paymentId } of due) {
    await inTransaction(database, async (tx) => {
      await lockPaidItem(tx, paymentId);
      const refunds = await lockRefunds(tx, paymentId);
      for (const refund of refunds.filter(({ status }) => status !== 'processed'))
        await processOnAccount(tx, refund, now());
    });
  }
  return [];
}
