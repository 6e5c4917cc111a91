import { sql } from 'kysely';
import type {
  MethodTotal,
  ReceivedPayment,
  ReceivedPayments,
  RoomTotal,
} from '../../contract/desk/money/payments.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { deskMethodOf } from '../../domain/money/deskPayment.ts';
import { paymentMethodOf, paymentMethods, paymentMethodTitles } from '../../domain/money/paymentMethods.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { receivedPaymentState, receivedPaymentStateNames } from '../../domain/money/receivedPayment.ts';
import { csv } from '../../domain/text/csv.ts';
import { dateAt, instantOf, timeAt } from '../../domain/time/calendar.ts';
import { validInvoiceOf } from '../invoices/taxDocuments.ts';
import type { Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/schema.ts';

/** Before `end`. */
export interface Interval {
  readonly start: Date;
  readonly end: Date;
}

/** The section shows the latest ones; the CSV file has all of them. */
const MAX_SHOWN = 200;

/** Payments of the CSV file that one statement reads. */
const BATCH = 500;

/** SQL: refunds of the outer query's payment, in paise. A processed refund has been returned. */
const refundsOf = (isProcessed: boolean) => sql<number>`coalesce((select sum(refund.amount_paise) from refund
  where refund.source_payment_id = payment.payment_id and (refund.status = 'processed') = ${isProcessed}), 0)::float8`;

/** SQL: the provider's fees of the outer query's payment, with their tax, in paise. */
const feesOfPayment = sql<number>`coalesce((select sum(fee_paise + tax_paise) from settlement_line
  where settlement_line.entity_id = payment.payment_id), 0)::float8`;

const paymentsIn = (database: Database, { start, end }: Interval) =>
  database
    .selectFrom('payment')
    .where('payment.status', 'in', ['captured', 'refunded'])
    .where('payment.recorded_at', '>=', start)
    .where('payment.recorded_at', '<', end)
    // On account nothing is received until the company's transfer.
    .where(sql<boolean>`payment.payment_id not like 'desk\\_account\\_%'`);

/** With what they paid for. A move's row names the booking that it moves. */
const listedPayments = (database: Database, interval: Interval) =>
  paymentsIn(database, interval)
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('booking', 'booking.id', 'payment_order.booking_id')
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .innerJoin('app_user', (join) =>
      join.on('app_user.id', '=', sql`coalesce(booking.user_id, point_purchase.user_id)`),
    )
    .leftJoin('desk_payment', 'desk_payment.payment_id', 'payment.payment_id')
    .leftJoinLateral(validInvoiceOf(sql.ref('payment.payment_id')).as('invoice'), (join) => join.onTrue())
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('settlement_line')
          .select([
            sql<number>`sum(fee_paise)::float8`.as('fee_paise'),
            sql<number>`sum(tax_paise)::float8`.as('tax_paise'),
            sql<string[] | null>`array_agg(settlement_id order by settlement_id)`.as('settlements'),
          ])
          .whereRef('settlement_line.entity_id', '=', 'payment.payment_id')
          .as('settled'),
      (join) => join.onTrue(),
    )
    .select(['payment.payment_id', 'payment.method', 'payment.amount_paise', 'payment.recorded_at'])
    .select(['point_purchase.half_points', 'invoice.number', 'desk_payment.reference'])
    .select(['settled.fee_paise', 'settled.tax_paise', 'settled.settlements'])
    .select(['app_user.id as user_id', 'app_user.first_name', 'app_user.last_name'])
    .select([
      sql<string | null>`coalesce(booking.moves_booking_id, booking.id)`.as('booking_id'),
      refundsOf(true).as('refunded_paise'),
      refundsOf(false).as('due_paise'),
      // A Date has no microseconds.
      sql<string>`payment.recorded_at::text`.as('recorded_exactly'),
    ]);

type ListedPayment = Awaited<ReturnType<ReturnType<typeof listedPayments>['execute']>>[number];

/** Bank transfers of companies, whose IST dates are in an interval; the latest first. */
const transfersIn = (database: Database, { start, end }: Interval) =>
  database
    .selectFrom('company_transfer')
    .innerJoin('company', 'company.id', 'company_transfer.company_id')
    .select(['company_transfer.id', 'received_on', 'amount_paise', 'reference', 'name'])
    .where('received_on', '>=', dateAt(start.getTime()))
    .where('received_on', '<=', dateAt(end.getTime() - 1))
    .orderBy('received_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .execute();

const transferResponse = (row: Awaited<ReturnType<typeof transfersIn>>[number]): ReceivedPayment => ({
  payment_id: row.id,
  at: new Date(instantOf(row.received_on, 0)).toISOString(),
  booking_id: null,
  booking_reference: null,
  points: null,
  invoice: null,
  user_id: null,
  customer: row.name,
  method: 'transfer',
  payment_reference: row.reference,
  provider_payment: null,
  amount: rupeesAmount(row.amount_paise),
  refunded: rupeesAmount(0),
  in_settlement: null,
  state: 'kept',
});

const paymentResponse = (row: ListedPayment): ReceivedPayment => ({
  payment_id: row.payment_id,
  at: row.recorded_at.toISOString(),
  booking_id: row.booking_id,
  booking_reference: row.booking_id && bookingReference(row.booking_id),
  points: row.half_points === null ? null : pointsFromHalf(row.half_points),
  invoice: row.number,
  user_id: row.user_id,
  customer: fullName(row.first_name, row.last_name),
  method: paymentMethodOf(row.payment_id, row.method),
  payment_reference: row.reference,
  provider_payment: deskMethodOf(row.payment_id) === null ? row.payment_id : null,
  amount: rupeesAmount(row.amount_paise),
  refunded: rupeesAmount(row.refunded_paise),
  in_settlement: row.settlements && {
    fee: rupeesAmount(row.fee_paise ?? 0),
    tax: rupeesAmount(row.tax_paise ?? 0),
    settlements: row.settlements,
  },
  state: receivedPaymentState(row.amount_paise, row.refunded_paise, row.due_paise),
});

/** In paise. */
interface StoredSums {
  readonly payments: number;
  readonly amount: number;
  readonly refunded: number;
  readonly fees: number;
}

const sums = [
  sql<number>`count(*)::integer`.as('payments'),
  sql<number>`sum(payment.amount_paise)::float8`.as('amount'),
  sql<number>`sum(${refundsOf(true)})::float8`.as('refunded'),
  sql<number>`sum(${feesOfPayment})::float8`.as('fees'),
] as const;

const totalOf = ({ payments, amount, refunded, fees }: StoredSums) => ({
  payments,
  amount: rupeesAmount(amount),
  refunded: rupeesAmount(refunded),
  fees: rupeesAmount(fees),
});

/** In the order of `paymentMethods`. */
async function totalsIn(database: Database, interval: Interval): Promise<MethodTotal[]> {
  const totals = await paymentsIn(database, interval)
    .select([
      'payment.method',
      // Of a payment at the desk; null for one of the provider.
      sql<string | null>`substring(payment_id from '^desk_[a-z]+_')`.as('desk_prefix'),
    ])
    .select(sums)
    .groupBy(['payment.method', 'desk_prefix'])
    .execute();
  return totals
    .map(({ desk_prefix, method, ...total }) => ({
      method: paymentMethodOf(desk_prefix ?? '', method),
      ...totalOf(total),
    }))
    .toSorted((a, b) => paymentMethods.indexOf(a.method) - paymentMethods.indexOf(b.method));
}

/** By the room's name; purchases of points are last. */
async function roomTotalsIn(database: Database, interval: Interval): Promise<RoomTotal[]> {
  const totals = await paymentsIn(database, interval)
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('booking', 'booking.id', 'payment_order.booking_id')
    .leftJoin('room', 'room.id', 'booking.room_id')
    .select('room.name')
    .select(sums)
    .groupBy(['room.id', 'room.name'])
    .orderBy(sql`room.name is null`)
    .orderBy('room.name')
    .orderBy('room.id')
    .execute();
  return totals.map(({ name, ...total }) => ({ room: name, ...totalOf(total) }));
}

/** The latest payments that the business received in an interval, and the totals of all of them by method and by room. */
export async function loadPayments(database: Database, interval: Interval): Promise<ReceivedPayments> {
  const latest = await listedPayments(database, interval)
    .orderBy('payment.recorded_at', 'desc')
    .orderBy('payment.payment_id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  const transfers = await transfersIn(database, interval);
  const transferTotal: MethodTotal = {
    method: 'transfer',
    ...totalOf({
      payments: transfers.length,
      amount: transfers.reduce((sum, { amount_paise }) => sum + amount_paise, 0),
      refunded: 0,
      fees: 0,
    }),
  };
  const received = [...latest.map(paymentResponse), ...transfers.map(transferResponse)];
  return {
    payments: received.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_SHOWN),
    totals: [...(await totalsIn(database, interval)), ...(transfers.length > 0 ? [transferTotal] : [])],
    rooms: await roomTotalsIn(database, interval),
  };
}

/** All payments that the business received in an interval as CSV in parts, the first one first; then the bank transfers. */
export async function* paymentsTable(reads: Reads, interval: Interval): AsyncGenerator<string> {
  yield csv([
    [
      'Date',
      'Time',
      'Booking',
      'Points',
      'Invoice',
      'Customer',
      'Method',
      'Reference',
      'Payment ID',
      'Amount',
      'Refunded',
      'Fee',
      'Tax on the fee',
      'Settlement',
      'Status',
    ],
  ]);
  const line = (payment: ReceivedPayment) => {
    const at = Date.parse(payment.at);
    return [
      dateAt(at),
      payment.method === 'transfer' ? '' : timeAt(at),
      payment.booking_reference ?? '',
      payment.points ?? '',
      payment.invoice ?? '',
      payment.customer,
      paymentMethodTitles[payment.method],
      payment.payment_reference ?? '',
      payment.provider_payment ?? '',
      Number(payment.amount),
      Number(payment.refunded),
      payment.in_settlement ? Number(payment.in_settlement.fee) : '',
      payment.in_settlement ? Number(payment.in_settlement.tax) : '',
      payment.in_settlement?.settlements.join(' ') ?? '',
      receivedPaymentStateNames[payment.state],
    ];
  };
  let after: ListedPayment | undefined;
  do {
    const last = after;
    const batch = await reads.read((source) =>
      listedPayments(source, interval)
        .$if(last !== undefined, (query) =>
          query.where(
            sql<boolean>`(payment.recorded_at, payment.payment_id) > (${last?.recorded_exactly}::timestamptz, ${last?.payment_id})`,
          ),
        )
        .orderBy('payment.recorded_at')
        .orderBy('payment.payment_id')
        .limit(BATCH)
        .execute(),
    );
    yield csv(batch.map((row) => line(paymentResponse(row))));
    after = batch.length < BATCH ? undefined : batch.at(-1);
  } while (after);
  const transfers = await reads.read((source) => transfersIn(source, interval));
  yield csv(transfers.map((row) => line(transferResponse(row))).toReversed());
}
