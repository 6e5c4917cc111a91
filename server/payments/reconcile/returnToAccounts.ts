import { sql } from 'kysely';
import { queueCreditNote } from '../../invoices/queueTaxDocuments.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PaymentDeps } from '../deps.ts';
import { lockPaidItem, lockRefunds } from '../refunds/refunds.ts';
import { processOnAccount } from '../refunds/refundBooking.ts';

/**
 * Processes the refunds of bookings on account that a server of the previous version made: it leaves them due without the
 * credit note of a monthly invoice, and nobody pays them out. They reduce what is open of the
 * company as soon as they exist. Returns no errors of its own.
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
      for (const refund of refunds.filter(({ status }) => status !== 'processed')) {
        const { id: refundId, booking_id: bookingId, amount_paise: amountPaise } = refund;
        const reason = refund.reason === 'moved' || refund.reason === 'desk' ? refund.reason : 'cancelled';
        await queueCreditNote(tx, { bookingId, refundId, paymentId, amountPaise, reason, now: now() });
        await processOnAccount(tx, refund, now());
      }
    });
  }
  return [];
}
