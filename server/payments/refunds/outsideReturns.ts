import { sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Tx } from '../../platform/database/schema.ts';
import type { GatewayRefund } from '../provider/entities.ts';
import { nextPoll } from './refundBackoff.ts';
import { queueCreditNoteOfOutside } from '../../invoices/queueTaxDocuments.ts';
import { markRefundProcessed, type StoredRefund } from './refunds.ts';
import { refundColumns } from '../../platform/database/columns.ts';

/*
 * Money that was returned to the customer without our request: a refund that somebody made at the provider, and the amount of a lost
 * dispute (decision 0009). It first settles what is due from us of the same payment, so that the same rupees are not returned
 * twice. The rest is recorded as a refund with its own credit note.
 */

/** A return by somebody else. `id`: the provider's id of the refund or of the dispute. */
export interface OutsideReturn extends Pick<GatewayRefund, 'id' | 'amountPaise' | 'bankReference'> {
  readonly status: 'pending' | 'processed';
  readonly madeBy: 'provider' | 'dispute';
}

interface UpdateContext {
  /** Undefined for no email. */
  readonly userId: string | undefined;
  readonly now: EpochMs;
}

type NewRow = Pick<StoredRefund, 'booking_id' | 'amount_paise' | 'reason' | 'part_of'>;

/** Inserts a row for a part of an outside return, and marks it as processed when the return is. */
async function insertOutsideRow(
  tx: Tx,
  paymentId: string,
  { id, status, madeBy, bankReference }: OutsideReturn,
  row: NewRow,
  { userId, now }: UpdateContext,
): Promise<void> {
  const stored = await tx
    .insertInto('refund')
    .values({
      ...row,
      paying_payment_id: paymentId,
      status: 'requested',
      refund_id: id,
      accepted_at: new Date(now),
      made_by: madeBy,
      due_since: new Date(now),
      next_try_at: nextPoll(now, 0),
    })
    .returning(refundColumns)
    .executeTakeFirstOrThrow();
  if (status === 'processed')
    await markRefundProcessed(tx, stored, { userId, refundId: id, bankReference, now });
}

const partReason = (root: StoredRefund, madeBy: OutsideReturn['madeBy']): StoredRefund['reason'] =>
  root.paying_payment_id === null ? madeBy : root.reason;

/** Settles a due refund by an outside return of at least its amount. */
async function settleByOutside(
  tx: Tx,
  due: StoredRefund,
  { id, status, madeBy, bankReference }: OutsideReturn,
  { userId, now }: UpdateContext,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({
      status: 'requested',
      refund_id: id,
      accepted_at: new Date(now),
      made_by: madeBy,
      attempts: 0,
      next_try_at: nextPoll(now, 0),
      needs_person_since: null,
    })
    .where('id', '=', due.id)
    .execute();
  if (status === 'processed')
    await markRefundProcessed(tx, due, { userId, refundId: id, bankReference, now });
}

/** By booking, with the amount that was not returned; a single row without an amount otherwise. */
async function paidShares(
  tx: Tx,
  paymentId: string,
): Promise<{ bookingId: string | null; left: number | null }[]> {
  const { rows } = await sql<{ bookingId: string | null; left: number | null }>`
    select coalesce(series_date.booking_id, paid.moves_booking_id, paid.id) as "bookingId",
      (series_date.amount - coalesce((select sum(amount_paise) from refund
        where source_payment_id = payment.payment_id and refund.booking_id = series_date.booking_id), 0))::integer as left
    from payment join payment_order on payment_order.order_id = payment.order_id
    left join booking paid on paid.id = payment_order.booking_id
    left join series_date on series_date.head_id = paid.id
      and not exists (select from refund where refund.payment_id = payment.payment_id)
    left join booking dated on dated.id = series_date.booking_id
    where payment.payment_id = ${paymentId}
    order by dated.day, dated.start_slot`.execute(tx);
  return rows;
}

/**
 * Records money that was returned without our request. It settles due refunds of the payment, the one with the same amount first
 * and then the oldest; a due refund that is larger is reduced, and the part is recorded next to it. The rest is a separate
 * refund, spread over the dates of a series in their order. The caller has locked the payment and `refunds`, its refunds. False,
 * with nothing changed, for an unknown payment.
 */
export async function recordOutsideReturn(
  tx: Tx,
  paymentId: string,
  refunds: readonly StoredRefund[],
  outside: OutsideReturn,
  context: UpdateContext,
): Promise<boolean> {
  const shares = await paidShares(tx, paymentId);
  if (shares.length === 0) return false;
  let left = outside.amountPaise;
  const due = refunds
    .filter(({ status }) => status === 'due' || status === 'needs_person')
    .toSorted((a, b) => Number(b.amount_paise === left) - Number(a.amount_paise === left));
  for (const row of due) {
    if (left === 0) break;
    const paise = Math.min(left, row.amount_paise);
    left -= paise;
    if (paise === row.amount_paise) {
      await settleByOutside(tx, row, outside, context);
      continue;
    }
    await tx
      .updateTable('refund')
      .set({ amount_paise: row.amount_paise - paise })
      .where('id', '=', row.id)
      .execute();
    await insertOutsideRow(
      tx,
      paymentId,
      outside,
      {
        booking_id: row.booking_id,
        amount_paise: paise,
        reason: partReason(row, outside.madeBy),
        part_of: row.id,
      },
      context,
    );
  }
  const wholeRefund = refunds.find(({ payment_id }) => payment_id !== null);
  for (const [index, share] of shares.entries()) {
    if (left === 0) break;
    const isLast = index === shares.length - 1;
    const paise = isLast || share.left === null ? left : Math.min(left, Math.max(share.left, 0));
    if (paise === 0) continue;
    left -= paise;
    await insertOutsideRow(
      tx,
      paymentId,
      outside,
      {
        booking_id: wholeRefund ? wholeRefund.booking_id : share.bookingId,
        amount_paise: paise,
        reason: outside.madeBy,
        part_of: null,
      },
      context,
    );
  }
  return true;
}

/** Makes a part that was subtracted from a due refund a separate refund, in full or in part. Returns its paise. */
async function detach(tx: Tx, piece: StoredRefund, paise: number, now: EpochMs): Promise<void> {
  const reason = piece.made_by === 'dispute' ? 'dispute' : 'provider';
  let own: StoredRefund = { ...piece, part_of: null, reason };
  if (paise === piece.amount_paise) {
    await tx.updateTable('refund').set({ part_of: null, reason }).where('id', '=', piece.id).execute();
  } else {
    await tx
      .updateTable('refund')
      .set({ amount_paise: piece.amount_paise - paise })
      .where('id', '=', piece.id)
      .execute();
    own = await copyPiece(tx, { ...own, amount_paise: paise });
  }
  if (own.status === 'processed') await queueCreditNoteOfOutside(tx, own, now);
}

const copyPiece = (tx: Tx, row: StoredRefund): Promise<StoredRefund> =>
  tx
    .insertInto('refund')
    .values({
      paying_payment_id: row.source_payment_id,
      booking_id: row.booking_id,
      amount_paise: row.amount_paise,
      reason: row.reason,
      status: row.status,
      refund_id: row.refund_id,
      bank_reference: row.bank_reference,
      accepted_at: row.accepted_at,
      made_by: row.made_by,
      part_of: row.part_of,
      due_since: row.due_since,
      next_try_at: row.next_try_at,
    })
    .returning(refundColumns)
    .executeTakeFirstOrThrow();

/**
 * Corrects a refund of ours that was settled or reduced by an outside return although the provider had already accepted it; its
 * response was lost. The refund has `paise` again, and the same amount of the outside returns becomes a separate refund. Returns
 * the corrected row.
 */
export async function restoreOwn(
  tx: Tx,
  own: StoredRefund,
  refunds: readonly StoredRefund[],
  paise: number,
  now: EpochMs,
): Promise<StoredRefund> {
  const pieces = refunds.filter(({ part_of }) => part_of === own.id);
  let current = own;
  let excess = paise - own.amount_paise;
  if (own.made_by !== 'us') {
    const reason = own.made_by === 'dispute' ? 'dispute' : 'provider';
    const piece = { ...own, part_of: own.id, reason: own.paying_payment_id === null ? reason : own.reason };
    pieces.push(await copyPiece(tx, piece));
    current = { ...own, made_by: 'us', status: 'due', refund_id: null, bank_reference: null };
    excess = paise;
  }
  const available = pieces.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  excess = Math.min(excess, available);
  if (current === own && excess <= 0) return own;
  current = { ...current, amount_paise: own.made_by === 'us' ? own.amount_paise + excess : paise };
  const { made_by, status, refund_id, bank_reference, amount_paise } = current;
  await tx
    .updateTable('refund')
    .set({ made_by, status, refund_id, bank_reference, amount_paise, needs_person_since: null })
    .where('id', '=', own.id)
    .execute();
  for (const piece of pieces.toReversed()) {
    const taken = Math.min(excess, piece.amount_paise);
    if (taken <= 0) break;
    await detach(tx, piece, taken, now);
    excess -= taken;
  }
  return current;
}
