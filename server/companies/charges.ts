import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Staff } from '../audit/staffChange.ts';
import { fieldError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

/** SQL: what a payment has left after its refunds, in paise. */
export const leftOfCharge: RawBuilder<number> = sql<number>`(payment.amount_paise - coalesce((
  select sum(refund.amount_paise) from refund where refund.source_payment_id = payment.payment_id), 0))`;

/** SQL: what is open of the outer query's company, in paise: its charges less their refunds and its transfers. */
export const openOfCompany: RawBuilder<number> = sql<number>`(coalesce((
    select sum(${leftOfCharge}) from account_charge join payment on payment.payment_id = account_charge.payment_id
    where account_charge.company_id = company.id), 0)
  - coalesce((select sum(amount_paise) from company_transfer where company_id = company.id), 0))::float8`;

/** Charges with their payment and the booking that it pays; `paid` is the booking of a move or extension. */
export const chargesWithBookings = (database: Database | Tx) =>
  database
    .selectFrom('account_charge')
    .innerJoin('payment', 'payment.payment_id', 'account_charge.payment_id')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .innerJoin('booking as paid', 'paid.id', 'payment_order.booking_id')
    .innerJoin('booking', (join) =>
      join.on('booking.id', '=', sql<string>`coalesce(paid.moves_booking_id, paid.id)`),
    );

/**
 * The company of a customer, locked, so that two people of it book one after the other. Undefined without one, and when `extended`,
 * the payment of the booking that becomes longer, is on the account of another company.
 */
const lockCompanyOf = (tx: Tx, userId: string, extended: string | null) =>
  tx
    .selectFrom('company')
    .select(['company.id', 'name', 'is_closed'])
    .where('company.id', '=', ({ selectFrom }) =>
      selectFrom('company_member').select('company_id').where('user_id', '=', userId),
    )
    .$if(extended !== null, (query) =>
      query.where('company.id', '=', ({ selectFrom }) =>
        selectFrom('account_charge')
          .select('company_id')
          .where('payment_id', '=', extended ?? ''),
      ),
    )
    .forUpdate()
    .executeTakeFirst();

/**
 * Returns the new charge of an amount to the customer's company; the caller stores its payment, then `storeCharge`. Throws 400 for a
 * customer without a company, for a closed account, and above the limit.
 */
export async function chargeCompany(
  tx: Tx,
  userId: string,
  amountPaise: number,
  extended: string | null = null,
): Promise<{ readonly paymentId: string; readonly companyId: string; readonly name: string }> {
  const company = await lockCompanyOf(tx, userId, extended);
  if (!company) {
    throw fieldError(
      'method',
      extended === null
        ? 'must be another: the customer belongs to no company'
        : 'cannot be on account: the customer no longer belongs to the company of the booking',
    );
  }
  if (company.is_closed)
    throw fieldError('method', `must be another: the account of ${company.name} is closed`);
  // Read in a statement of its own, which sees what was committed while the lock was awaited.
  const {
    open,
    limit,
    is_within: isWithin,
  } = await tx
    .selectFrom('company')
    .select([openOfCompany.as('open'), 'limit_paise as limit'])
    .select(sql<boolean>`${openOfCompany} + ${amountPaise} <= limit_paise`.as('is_within'))
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow();
  if (!isWithin) {
    throw fieldError(
      'method',
      `must be another: ${company.name} has ₹${rupeesAmount(Math.max(limit - open, 0))} left of its limit`,
    );
  }
  return {
    paymentId: `desk_account_${randomBytes(7).toString('hex')}`,
    companyId: company.id,
    name: company.name,
  };
}

export const storeCharge = (
  tx: Tx,
  { paymentId, companyId }: { readonly paymentId: string; readonly companyId: string },
  staff: Staff,
  now: EpochMs,
): Promise<unknown> =>
  tx
    .insertInto('account_charge')
    .values({ payment_id: paymentId, company_id: companyId, charged_by: staff.id, charged_at: new Date(now) })
    .execute();
