import { inTransaction } from '../../server/platform/database/transaction.ts';
import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { queueCreditNote } from '../../server/invoices/queueTaxDocuments.ts';
import { issueTaxDocuments } from '../../server/invoices/issueTaxDocuments.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { settle } from '../../server/payments/settle.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import { create, dataOf, type CreatedPayment, type PaymentServer } from '../payments/startPayments.ts';

/** Issues the due tax documents, as the server does every few seconds. Rejects with the first error. */
export async function issueDueTaxDocuments(
  { database, config, payments, clock }: PaymentServer,
  overrides: { database?: Database; now?: number } = {},
): Promise<void> {
  const now = overrides.now ?? clock.now;
  const failures = await issueTaxDocuments({
    database: overrides.database ?? database,
    config,
    now: () => now,
    log: payments.log,
  });
  if (failures.length > 0) throw failures[0];
}

let payments = 0;

/** A new payment id. */
const nextPaymentId = (): string => `pay_${String((payments += 1)).padStart(14, '0')}`;

export interface PaidBooking {
  readonly created: CreatedPayment;
  readonly bookingId: string;
  readonly paymentId: string;
}

/** Settles an order like the provider's report of a captured payment. */
export const settlePayment = (
  server: PaymentServer,
  { id: orderId, amount }: Pick<CreatedPayment, 'id' | 'amount'>,
  id = nextPaymentId(),
) => settle(server.payments, { id, orderId, amountPaise: amount, currency: 'INR', status: 'captured' });

/** Creates a booking and settles its payment, now or at `paidAt` (milliseconds since 1970). */
export async function createPaidBooking(
  server: PaymentServer,
  range?: SlotRange,
  { paidAt = server.clock.now, ...changed }: { paidAt?: number } & Record<string, unknown> = {},
): Promise<PaidBooking> {
  const created = dataOf(await create(server, range, changed));
  const id = nextPaymentId();
  const before = server.clock.now;
  server.clock.now = paidAt;
  await settlePayment(server, created, id);
  server.clock.now = before;
  return { created, bookingId: created.notes[2].booking_id, paymentId: id };
}

/** Makes a credit note due, like the transaction that makes a refund due. */
export const makeCreditNoteDue = (
  { database, clock }: PaymentServer,
  refundId: string,
  { bookingId, paymentId: id }: Pick<PaidBooking, 'bookingId' | 'paymentId'>,
  amountPaise: number,
): Promise<void> =>
  inTransaction(database, (tx) =>
    queueCreditNote(tx, {
      bookingId,
      refundId,
      paymentId: id,
      amountPaise,
      reason: 'cancelled',
      now: clock.now,
    }),
  );

/** All issued tax documents in the order of their numbers. */
export async function issuedTaxDocuments(database: Database): Promise<TaxDocumentContent[]> {
  const taxDocuments = await database
    .selectFrom('paper')
    .select('content')
    .orderBy('series')
    .orderBy('financial_year')
    .orderBy('sequence')
    .execute();
  return taxDocuments.map(({ content }) => JSON.parse(content) as TaxDocumentContent);
}

/** In order. */
export const issuedNumbers = async (database: Database): Promise<string[]> =>
  (await issuedTaxDocuments(database)).map(({ number }) => number);
