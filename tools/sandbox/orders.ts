import type { Selectable } from 'kysely';
import { z } from 'zod';
import { sandboxOrderColumns } from './columns.ts';
import { newId } from './id.ts';
import { badRequest, unknownId } from './providerError.ts';
import type { SandboxDatabase, SandboxOrderTable, SandboxTx } from './tables.ts';

export type SandboxOrder = Selectable<SandboxOrderTable>;

const required = (field: string, invalidMessage: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? `${field}: is required.` : invalidMessage,
});

/** Flat notes, at most 15 of at most 256 characters. */
export const notesInput = z
  .record(
    z.string(),
    z.union([z.string().max(256, 'notes may not be longer than 256 characters.'), z.number()]),
  )
  .refine((notes) => Object.keys(notes).length <= 15, 'Number of fields in notes should be 15 or less.')
  .default({});

/** In minutes. The provider's shortest period for automatic capture, and the default here. */
const MIN_AUTOMATIC_EXPIRY = 12;
/** After how many minutes an uncaptured payment is refunded by default, and at most. */
const MANUAL_EXPIRY = 3 * 24 * 60;
const MAX_MANUAL_EXPIRY = 7200;

const newOrder = z.object({
  amount: z
    .number(required('amount', 'The amount must be an integer.'))
    .int('The amount must be an integer.')
    .min(100, 'Order amount less than minimum amount allowed'),
  currency: z.literal('INR', required('currency', 'Currency is not supported')),
  receipt: z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish(),
  notes: notesInput,
  payment: z
    .object({
      capture: z.enum(['automatic', 'manual']),
      capture_options: z
        .object({
          automatic_expiry_period: z
            .int()
            .min(MIN_AUTOMATIC_EXPIRY, 'The automatic expiry period must be at least 12.'),
          manual_expiry_period: z
            .int()
            .max(MAX_MANUAL_EXPIRY, 'The manual expiry period must be at most 7200.')
            .nullish(),
        })
        .refine(
          ({ automatic_expiry_period: automatic, manual_expiry_period: manual }) =>
            automatic <= (manual ?? MANUAL_EXPIRY),
          'The manual expiry period must not be less than the automatic expiry period.',
        )
        .optional(),
    })
    .optional(),
});

/** The provider adds them to the description of some errors. */
const REASONS: Record<string, { step: string; reason: string }> = {
  'Order amount less than minimum amount allowed': {
    step: 'order_creation',
    reason: 'amount_less_than_minimum_amount',
  },
};

/** Parses the body with the schema; refuses it, naming the first invalid field. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const description = issue?.message ?? 'The request is not valid.';
  const reason = REASONS[description] ?? { step: 'payment_initiation', reason: 'input_validation_failed' };
  throw badRequest(description, { field: String(issue?.path[0] ?? ''), ...reason });
}

/** In the provider's format, where empty notes are a list. */
export const orderEntity = (order: SandboxOrder) => ({
  id: order.id,
  entity: 'order',
  amount: order.amount,
  amount_paid: order.status === 'paid' ? order.amount : 0,
  amount_due: order.status === 'paid' ? 0 : order.amount,
  currency: order.currency,
  receipt: order.receipt,
  offer_id: null,
  status: order.status,
  attempts: order.attempts,
  notes: Object.keys(order.notes).length === 0 ? [] : order.notes,
  created_at: Math.floor(order.created_at.getTime() / 1000),
});

/** Opens an order for `body`. Refuses an invalid one and a receipt that another order has. */
export async function openOrder(
  database: SandboxDatabase | SandboxTx,
  body: unknown,
  now: number,
): Promise<SandboxOrder> {
  const { amount, currency, receipt, notes, payment } = readBody(newOrder, body);
  const order = await database
    .insertInto('sandbox_order')
    .values({
      id: newId('order'),
      amount,
      currency,
      receipt: receipt ?? null,
      notes: JSON.stringify(notes),
      capture: payment?.capture ?? 'automatic',
      automatic_expiry_minutes: payment?.capture_options?.automatic_expiry_period ?? MIN_AUTOMATIC_EXPIRY,
      manual_expiry_minutes: payment?.capture_options?.manual_expiry_period ?? MANUAL_EXPIRY,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning(sandboxOrderColumns)
    .executeTakeFirst();
  if (!order) throw badRequest('Order receipt should be unique.', { field: 'receipt' });
  return order;
}

/** Refused when there is none. `lock` locks the order until the end of `tx`. */
export async function findOrder(
  database: SandboxDatabase | SandboxTx,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<SandboxOrder> {
  const query = database.selectFrom('sandbox_order').select(sandboxOrderColumns).where('id', '=', id);
  const order = await (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!order) throw unknownId();
  return order;
}

const listQuery = z.object({
  receipt: z.string().optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** The newest ones, optionally of one receipt. */
export function listOrders(database: SandboxDatabase, query: unknown): Promise<SandboxOrder[]> {
  const { receipt, count, skip } = readBody(listQuery, query);
  const orders = database
    .selectFrom('sandbox_order')
    .select(sandboxOrderColumns)
    .orderBy('created_at', 'desc')
    .limit(count)
    .offset(skip);
  return (receipt === undefined ? orders : orders.where('receipt', '=', receipt)).execute();
}
