import { inTransaction } from '../../server/database/transaction.ts';
import type { PaperContent } from '../../contract/papers.ts';
import { queueCreditNote } from '../../server/papers/queuePapers.ts';
import { issuePapers } from '../../server/papers/issuePapers.ts';
import type { Database } from '../../server/database/schema.ts';
import { settle } from '../../server/payments/settle.ts';
import type { SlotRange } from '../../domain/slots.ts';
import { create, dataOf, type Created, type PaymentServer } from '../payments/startPayments.ts';

/** Issues what is due, as the server does every few seconds; rejects with the first error. */
export async function issue(
  { database, config, payments, clock }: PaymentServer,
  changed: { database?: Database; now?: number } = {},
): Promise<void> {
  const now = changed.now ?? clock.now;
  const failures = await issuePapers({
    database: changed.database ?? database,
    settings: config.papers,
    now: () => now,
    log: payments.log,
  });
  if (failures.length > 0) throw failures[0];
}

let payments = 0;

/** A payment's id of its own. */
const paymentId = (): string => `pay_${String((payments += 1)).padStart(14, '0')}`;

export interface PaidBooking {
  readonly created: Created;
  readonly bookingId: string;
  readonly paymentId: string;
}

/** The provider's report that an order is paid. */
export const pays = (server: PaymentServer, { id: orderId, amount }: Created, id = paymentId()) =>
  settle(server.payments, { id, orderId, amountPaise: amount, currency: 'INR', status: 'captured' });

/** Pays a booking as the provider reports it: at once, or at `paidAt` (milliseconds since 1970). */
export async function paidBooking(
  server: PaymentServer,
  range?: SlotRange,
  { paidAt = server.clock.now, ...changed }: { paidAt?: number } & Record<string, unknown> = {},
): Promise<PaidBooking> {
  const created = dataOf(await create(server, range, changed));
  const id = paymentId();
  const before = server.clock.now;
  server.clock.now = paidAt;
  await pays(server, created, id);
  server.clock.now = before;
  return { created, bookingId: created.notes[2].booking_id, paymentId: id };
}

/** Makes a credit note due, as the transaction does that makes a refund due. */
export const refundDue = (
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

/** Every issued paper, in the order of the numbers. */
export async function issued(database: Database): Promise<PaperContent[]> {
  const papers = await database
    .selectFrom('paper')
    .select('content')
    .orderBy('series')
    .orderBy('financial_year')
    .orderBy('sequence')
    .execute();
  return papers.map(({ content }) => JSON.parse(content) as PaperContent);
}

/** The numbers of all papers, in order. */
export const numbers = async (database: Database): Promise<string[]> =>
  (await issued(database)).map(({ number }) => number);
