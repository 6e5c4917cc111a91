import { type RawBuilder, sql } from 'kysely';
import type { BookingTaxDocuments } from '../../contract/invoices/taxDocuments.ts';
import { isOnAccount } from '../../domain/money/deskPayment.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { headOf } from '../slots/seriesDates.ts';
import type { Database, TaxDocumentTable } from '../platform/database/schema.ts';

/** A tax document in a list of its customer. */
export type ListedTaxDocument = BookingTaxDocuments['papers'][number];

export const listedColumns = ['id', 'kind', 'number', 'issued_on', 'total_paise', 'is_demo'] as const;

/** A tax document as a list of the API has it. */
export const listedTaxDocument = ({
  id,
  kind,
  number,
  issued_on,
  total_paise,
  is_demo,
}: Pick<TaxDocumentTable, Exclude<(typeof listedColumns)[number], 'id'>> & {
  readonly id: string;
}): ListedTaxDocument => ({
  id,
  kind,
  number,
  date: issued_on,
  amount: rupeesAmount(total_paise),
  demo: is_demo,
});

/**
 * The tax documents of a user's own booking, the oldest first. A date of a series has the invoice of the series and the credit
 * notes of that date. Throws 404 for an unknown id.
 */
export async function bookingTaxDocuments(
  database: Database,
  bookingId: string,
  userId: string,
): Promise<BookingTaxDocuments> {
  const head = await headOf(database, bookingId);
  const booking = await database
    .selectFrom('booking')
    .select(({ exists, selectFrom }) => [
      'paid_with',
      'paid_by_payment_id',
      exists(
        selectFrom('paper_due')
          .select('id')
          .where(({ or, and, eb }) =>
            or([
              eb('paper_due.booking_id', '=', bookingId),
              and([eb('paper_due.booking_id', '=', head), eb('paper_due.kind', '=', 'invoice')]),
            ]),
          )
          .where('next_try_at', 'is not', null),
      ).as('is_due'),
    ])
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  const taxDocuments = await database
    .selectFrom('paper')
    .select(listedColumns)
    .where(({ or, and, eb }) =>
      or([eb('booking_id', '=', bookingId), and([eb('booking_id', '=', head), eb('kind', '=', 'invoice')])]),
    )
    .orderBy('due_id')
    .execute();
  const issuedStatus = taxDocuments.length > 0 ? 'issued' : isOnAccount(booking) ? 'on-account' : 'none';
  const cardStatus = booking.is_due ? 'being-issued' : issuedStatus;
  return {
    booking_id: bookingId,
    status: booking.paid_with === 'points' ? 'with-points' : cardStatus,
    papers: taxDocuments.map(listedTaxDocument),
  };
}

/**
 * SQL: the id and number of the valid invoice of a payment, which replaces the earlier ones; no row until it has its number. `payment`
 * is the payment's id.
 */
export const validInvoiceOf = (payment: RawBuilder<unknown>) => sql<{ id: string; number: string }>`(
  with recursive invoice as (
    select paper.id, paper.number from paper_due join paper on paper.due_id = paper_due.id
    where paper_due.payment_id = ${payment} and paper_due.kind = 'invoice'
    union all
    select newer.id, newer.number from paper newer join invoice on newer.replaces_id = invoice.id
  ) select id, number from invoice where not exists (select from paper newer where newer.replaces_id = invoice.id))`;

/** An issued tax document. Its content never changes. */
export interface FrozenTaxDocument {
  readonly id: string;
  readonly number: string;
  readonly content: string;
  readonly content_hash: string;
}

const frozenTaxDocument = (database: Database, id: string) =>
  database.selectFrom('paper').select(['id', 'number', 'content', 'content_hash']).where('id', '=', id);

/** A tax document of any user. Throws 404 for an unknown id. */
export async function taxDocumentById(database: Database, id: string): Promise<FrozenTaxDocument> {
  const taxDocument = await frozenTaxDocument(database, id).executeTakeFirst();
  if (!taxDocument) throw new ApiError('not-found', 'There is no such document');
  return taxDocument;
}

/** A tax document of the user. Throws 404 for any other id. */
export async function ownTaxDocument(
  database: Database,
  id: string,
  userId: string,
): Promise<FrozenTaxDocument> {
  const taxDocument = await frozenTaxDocument(database, id).where('user_id', '=', userId).executeTakeFirst();
  if (!taxDocument) throw new ApiError('not-found', 'There is no such document');
  return taxDocument;
}
