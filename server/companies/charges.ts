import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { rupees } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
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

/** A new charge, whose payment and row are not stored yet. */
export interface Charge {
  readonly paymentId: string;
  readonly companyId: string;
  readonly name: string;
}

type Refusal =
  | { readonly refusal: 'no-company' }
  | { readonly refusal: 'closed'; readonly name: string }
  | { readonly refusal: 'above-limit'; readonly name: string; readonly leftPaise: number };

/**
 * The new charge of an amount to the customer's company, or why there is none; the caller stores its payment, then `storeCharge`.
 * `extended`: as in `lockCompanyOf`.
 */
export async function tryCharge(
  tx: Tx,
  userId: string,
  amountPaise: number,
  extended: string | null = null,
): Promise<(Charge & { readonly refusal: null }) | Refusal> {
  const company = await lockCompanyOf(tx, userId, extended);
  if (!company) return { refusal: 'no-company' };
  const { id: companyId, name } = company;
  if (company.is_closed) return { refusal: 'closed', name };
  // Read in a statement of its own, which sees what was committed while the lock was awaited: who books for the company, and its charges.
  const account = await tx
    .selectFrom('company')
    .innerJoin('company_member', 'company_member.company_id', 'company.id')
    .select([openOfCompany.as('open'), 'limit_paise as limit'])
    .where('company.id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!account) return { refusal: 'no-company' };
  const { open, limit } = account;
  if (open + amountPaise > limit)
    return { refusal: 'above-limit', name, leftPaise: Math.max(limit - open, 0) };
  return {
    refusal: null,
    paymentId: `desk_account_${randomBytes(7).toString('hex')}`,
    companyId,
    name,
  };
}

/** `tryCharge` for the desk. Throws 400 for a customer without a company, for a closed account, and above the limit. */
export async function chargeCompany(
  tx: Tx,
  userId: string,
  amountPaise: number,
  extended: string | null = null,
): Promise<Charge> {
  const charge = await tryCharge(tx, userId, amountPaise, extended);
  switch (charge.refusal) {
    case null:
      return charge;
    case 'no-company':
      throw fieldError(
        'method',
        extended === null
          ? 'must be another: the customer belongs to no company'
          : 'cannot be on account: the customer no longer belongs to the company of the booking',
      );
    case 'closed':
      throw fieldError('method', `must be another: the account of ${charge.name} is closed`);
    default:
      throw fieldError(
        'method',
        `must be another: ${charge.name} has ${rupees(charge.leftPaise, 'always')} left of its limit`,
      );
  }
}

/** `by`: the id of the account that charges, of the staff or of the person. */
export const storeCharge = (
  tx: Tx,
  { paymentId, companyId }: Charge,
  by: string,
  now: EpochMs,
): Promise<unknown> =>
  tx
    .insertInto('account_charge')
    .values({ payment_id: paymentId, company_id: companyId, charged_by: by, charged_at: new Date(now) })
    .execute();
