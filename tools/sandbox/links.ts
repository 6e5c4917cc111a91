import type { Selectable } from 'kysely';
import { z } from 'zod';
import { sandboxLinkColumns } from './columns.ts';
import { newId } from './id.ts';
import { findOrder, notesInput, openOrder, orderEntity, readBody } from './orders.ts';
import { paymentEntity, type SandboxPayment } from './paymentEntity.ts';
import { badRequest, unknownId } from './providerError.ts';
import { queueWebhook } from './queueWebhook.ts';
import type { SandboxDatabase, SandboxLinkTable, SandboxTx } from './tables.ts';

export type SandboxLink = Selectable<SandboxLinkTable>;

/** The default lifetime is six months. */
const MIN_LIFETIME_MS = 15 * 60_000;
const DEFAULT_LIFETIME_MS = 180 * 86_400_000;

const newLink = z.object({
  amount: z.int('The amount must be an integer.').min(100, 'The amount must be at least INR 1.00'),
  currency: z.literal('INR').default('INR'),
  accept_partial: z.literal(false, 'Partial payments are not supported here.').default(false),
  expire_by: z.int().nullish(),
  reference_id: z.string().max(40, 'The reference id may not be greater than 40 characters.').nullish(),
  description: z.string().max(2048).nullish(),
  customer: z
    .object({ name: z.string().optional(), email: z.string().optional(), contact: z.string().optional() })
    .default({}),
  notify: z.object({ sms: z.boolean().optional(), email: z.boolean().optional() }).optional(),
  reminder_enable: z.boolean().optional(),
  notes: notesInput,
});

const seconds = (instant: Date | null): number => (instant ? Math.floor(instant.getTime() / 1000) : 0);

/** Captured ones, in the short form of the link's entity. */
async function paymentsIn(database: SandboxDatabase | SandboxTx, link: SandboxLink) {
  const payments = await database
    .selectFrom('sandbox_payment')
    .select(['id', 'amount', 'method', 'captured_at'])
    .where('order_id', '=', link.order_id)
    .where('captured_at', 'is not', null)
    .orderBy('captured_at')
    .execute();
  return payments.map(({ id, amount, method, captured_at }) => ({
    amount,
    created_at: seconds(captured_at),
    method,
    payment_id: id,
    plink_id: link.id,
    status: 'captured',
    updated_at: seconds(captured_at),
  }));
}

/** In the provider's format. It contains the id of the order after the first attempt to pay. */
export async function paymentLinkEntity(database: SandboxDatabase | SandboxTx, link: SandboxLink) {
  const order = await findOrder(database, link.order_id);
  const payments = await paymentsIn(database, link);
  return {
    accept_partial: false,
    amount: order.amount,
    amount_paid: order.status === 'paid' ? order.amount : 0,
    cancelled_at: seconds(link.cancelled_at),
    created_at: seconds(link.created_at),
    currency: order.currency,
    customer: link.customer,
    description: link.description ?? '',
    expire_by: seconds(link.expire_by),
    expired_at: seconds(link.expired_at),
    first_min_partial_amount: 0,
    id: link.id,
    notes: Object.keys(link.notes).length === 0 ? null : link.notes,
    notify: { email: false, sms: false, whatsapp: false },
    ...(order.attempts > 0 && { order_id: order.id }),
    payments: payments.length === 0 ? null : payments,
    reference_id: link.reference_id ?? '',
    reminder_enable: false,
    reminders: [],
    short_url: link.short_url,
    status: link.status,
    updated_at: seconds(link.cancelled_at ?? link.expired_at ?? link.created_at),
    upi_link: false,
    user_id: '',
    whatsapp_link: false,
  };
}

/** Creates a link with a new order. `urlOf`: the address at which a link can be paid. */
export async function openLink(
  tx: SandboxTx,
  body: unknown,
  urlOf: (id: string) => string,
  now: number,
): Promise<SandboxLink> {
  const input = readBody(newLink, body);
  const expireBy = input.expire_by ? input.expire_by * 1000 : now + DEFAULT_LIFETIME_MS;
  // The provider's clock counts in whole seconds.
  if (expireBy < now + MIN_LIFETIME_MS - 1000) {
    throw badRequest('expire_by should be at least 15 minutes after current time', { field: 'expire_by' });
  }
  if (input.reference_id) {
    const existing = await tx
      .selectFrom('sandbox_link')
      .select('id')
      .where('reference_id', '=', input.reference_id)
      .executeTakeFirst();
    if (existing) {
      throw badRequest(`payment link already exists with the given reference_id ${input.reference_id}`, {
        field: 'reference_id',
      });
    }
  }
  const { amount, currency } = input;
  const order = await openOrder(tx, { amount, currency }, now);
  const id = newId('plink');
  return tx
    .insertInto('sandbox_link')
    .values({
      id,
      order_id: order.id,
      reference_id: input.reference_id ?? null,
      description: input.description ?? null,
      customer: JSON.stringify(input.customer),
      notes: JSON.stringify(input.notes),
      short_url: urlOf(id),
      expire_by: new Date(expireBy),
      created_at: new Date(now),
    })
    .returning(sandboxLinkColumns)
    .executeTakeFirstOrThrow();
}

/** Refused when there is none. */
export async function findLink(database: SandboxDatabase | SandboxTx, id: string): Promise<SandboxLink> {
  const link = await database
    .selectFrom('sandbox_link')
    .select(sandboxLinkColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!link) throw unknownId();
  return link;
}

/** By reference id; there is at most one. */
export const linksOf = (database: SandboxDatabase, referenceId: string): Promise<SandboxLink[]> =>
  database
    .selectFrom('sandbox_link')
    .select(sandboxLinkColumns)
    .where('reference_id', '=', referenceId)
    .execute();

/** Undefined for an order without a link. */
export const linkOfOrder = (tx: SandboxTx, orderId: string): Promise<SandboxLink | undefined> =>
  tx.selectFrom('sandbox_link').select(sandboxLinkColumns).where('order_id', '=', orderId).executeTakeFirst();

const updateLink = (
  tx: SandboxTx,
  id: string,
  change: Partial<Pick<SandboxLink, 'status' | 'cancelled_at' | 'expired_at'>>,
): Promise<SandboxLink> =>
  tx
    .updateTable('sandbox_link')
    .set(change)
    .where('id', '=', id)
    .returning(sandboxLinkColumns)
    .executeTakeFirstOrThrow();

/** Cancels a link; refused when it has ended or is paid. */
export async function cancelLink(tx: SandboxTx, id: string, now: number): Promise<SandboxLink> {
  const { order_id } = await findLink(tx, id);
  await findOrder(tx, order_id, 'lock');
  const { status } = await findLink(tx, id);
  if (status !== 'created') throw badRequest(`Payment Link cannot be cancelled as it is ${status}`);
  const cancelled = await updateLink(tx, id, { status: 'cancelled', cancelled_at: new Date(now) });
  await queueWebhook(
    tx,
    'payment_link.cancelled',
    { payment_link: await paymentLinkEntity(tx, cancelled) },
    now,
  );
  return cancelled;
}

/** Expires a link whose time is over; does nothing for a link that has ended. */
export async function expireLink(tx: SandboxTx, id: string): Promise<void> {
  const { order_id } = await findLink(tx, id);
  await findOrder(tx, order_id, 'lock');
  const { status, expire_by: at } = await findLink(tx, id);
  if (status !== 'created') return;
  const expired = await updateLink(tx, id, { status: 'expired', expired_at: at });
  const entity = await paymentLinkEntity(tx, expired);
  await queueWebhook(tx, 'payment_link.expired', { payment_link: entity }, at.getTime());
}

/** Marks the link of a paid order as paid, also when the attempt was started before the link ended. */
export async function markLinkPaid(tx: SandboxTx, payment: SandboxPayment, now: number): Promise<void> {
  const link = await linkOfOrder(tx, payment.order_id);
  if (!link) return;
  const paid = await updateLink(tx, link.id, { status: 'paid' });
  await queueWebhook(
    tx,
    'payment_link.paid',
    {
      payment_link: await paymentLinkEntity(tx, paid),
      order: orderEntity(await findOrder(tx, payment.order_id)),
      payment: paymentEntity(payment),
    },
    now,
  );
}

/** Refuses an attempt to pay by a link that has ended. */
export async function refuseEndedLink(tx: SandboxTx, orderId: string): Promise<void> {
  const link = await linkOfOrder(tx, orderId);
  if (link && link.status !== 'created') throw badRequest(`This payment link is ${link.status}.`);
}
