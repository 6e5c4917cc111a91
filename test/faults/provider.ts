import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { CURRENCY } from '../../domain/money/pricing.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { SandboxControls } from '../../tools/sandbox/controls.ts';
import type { SandboxKeys } from '../../server/payments/provider/sandboxKeys.ts';
import sandboxPlugin from '../../tools/sandbox/plugin.ts';
import type { SandboxTables } from '../../tools/sandbox/tables.ts';
import type { decisions, payments, refundsByHand, refusals } from './commands.ts';
import type { Network } from './network.ts';
import type { QueuedWebhook, WebhookQueue } from './webhookQueue.ts';

/** A paid checkout passes it to the page. */
export interface PaymentProof {
  readonly razorpay_payment_id: string;
  readonly razorpay_order_id: string;
  readonly razorpay_signature: string;
}

interface SheetResponse {
  readonly next?: 'authenticate' | 'done';
  readonly payment_id?: string;
  readonly paid?: PaymentProof;
}

/** Runs separately: it survives crashes of our server and loses nothing. */
export interface Provider {
  readonly url: string;
  /** Makes a payment attempt, and returns the proof, or null when it is not paid. */
  pay(
    order: { providerOrderId: string; amount: number },
    how: (typeof payments)[number],
  ): Promise<PaymentProof | null>;
  /** The newest unpaid attempt of the last three days. 'always' captures it even if the order is paid. */
  authoriseLate(orderId: string, capture: 'by-rule' | 'always'): Promise<void>;
  /** Id of the order that the page of a payment link opens. */
  orderOfLink(id: string): Promise<string>;
  /** The refund is accepted, and fails when it is due. */
  failNextRefund(): void;
  /** Somebody refunds the newest captured payment of an order that is not disputed. False when there is none to refund. */
  refundByHand(orderId: string, amount: (typeof refundsByHand)[number]): Promise<string | null>;
  /** A bank disputes the newest captured payment of an order. False when nothing of it is left, or it is disputed already. */
  dispute(orderId: string): Promise<string | null>;
  /** Decides the newest open dispute. */
  decideDispute(as: (typeof decisions)[number]): Promise<void>;
  refuseRefunds(because: (typeof refusals)[number]): void;
  /** Ends a refusal because of the balance. The other refusals last. */
  topUpBalance(): void;
  /** Posts the due webhooks into the webhook queue. */
  deliverDueWebhooks(): Promise<void>;
  /** The report of settlements, as CSV. */
  settlementReport(): Promise<string>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface ProviderDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly keys: SandboxKeys;
  readonly network: Network;
  readonly webhookQueue: WebhookQueue;
  /** Is called when the provider responds with a status from 500 that is not an injected fault. */
  readonly onServerError: (message: string) => void;
}

const CARDS = { succeeding: '4100280000001007', declined: '4100280000060003' };
const card = (number: string) => ({ method: 'card', number });
const upi = (vpa: string) => ({ method: 'upi', vpa });
const instruments: Record<(typeof payments)[number], object> = {
  card: card(CARDS.succeeding),
  'card declined': card(CARDS.declined),
  'card, wrong OTP': card(CARDS.succeeding),
  'card, no OTP': card(CARDS.succeeding),
  UPI: upi('success@razorpay'),
  'UPI declined': upi('failure@razorpay'),
  'UPI, pending': upi('pending@razorpay'),
};
/** The bank can authorise an attempt for three days. */
const LATEST_AUTHORISATION_MS = 3 * 24 * 3_600_000;
/** Later refunds of normal speed are refused. */
const LATEST_NORMAL_REFUND_MS = 182 * 24 * 3_600_000;
/** A part that is refunded by hand. */
const PART_PAISE = 10_000;
const HOST = 'pay.example';
/** Webhook URL at the provider. */
const WEBHOOK_QUEUE = '/webhookQueue';

export async function startProvider({
  database,
  now,
  keys,
  network,
  webhookQueue,
  onServerError,
}: ProviderDeps): Promise<Provider> {
  const app = Fastify({ forceCloseConnections: true, pluginTimeout: 0 });
  const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  network.install(
    app,
    (request) => request.url.startsWith('/v1/') && !request.url.startsWith('/v1/checkout'),
  );
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500 && !network.isFaulty(request))
      onServerError(`the provider responded with ${reply.statusCode}`);
  });
  await app.register(sandboxPlugin, { database, now, ...keys, shopUrl: () => url() + WEBHOOK_QUEUE });
  await app.register(async (post) => {
    post.removeAllContentTypeParsers();
    post.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    post.post<{ Body: Buffer }>(WEBHOOK_QUEUE, async ({ body, headers }) => {
      const providerHeaders = Object.entries(headers).filter(([name]) => name.startsWith('x-razorpay-'));
      webhookQueue.add({ body, headers: Object.fromEntries(providerHeaders) as QueuedWebhook['headers'] });
      return {};
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const controls = app.sandbox as SandboxControls;
  let refusal: (typeof refusals)[number] = 'accept again';

  async function callSheet<T = SheetResponse>(path: string, body: object): Promise<T> {
    const response = await app.inject({
      method: 'POST',
      url: `/v1/checkout/${path}`,
      headers: { host: HOST, origin: `http://${HOST}` },
      payload: body,
    });
    return response.json<T>();
  }

  /**
   * The newest captured payment of an order of which something is left, without a dispute that is open or lost, and of which the
   * desk has paid out nothing: nobody can prevent a bank from taking back what was paid out before.
   */
  async function refundable(
    orderId: string,
  ): Promise<{ id: string; left: number; madeAt: Date } | undefined> {
    const payment = await database
      .withTables<SandboxTables>()
      .selectFrom('sandbox_payment')
      .select(['id', 'amount', 'amount_refunded', 'created_at'])
      .where('order_id', '=', orderId)
      .where('status', '=', 'captured')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sandbox_dispute')
              .select('sandbox_dispute.id')
              .whereRef('sandbox_dispute.payment_id', '=', 'sandbox_payment.id')
              .where('sandbox_dispute.status', 'in', ['open', 'under_review', 'lost']),
          ),
        ),
      )
      .where(
        sql<boolean>`not exists (select from refund
          where source_payment_id = sandbox_payment.id and refund_id like 'desk%')`,
      )
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    return (
      payment && {
        id: payment.id,
        left: payment.amount - payment.amount_refunded,
        madeAt: payment.created_at,
      }
    );
  }

  return {
    url: url(),
    async pay({ providerOrderId: orderId, amount }, how) {
      const { page_token } = await callSheet<{ page_token: string }>('order', {
        key: keys.keyId,
        order_id: orderId,
      });
      const instrument = instruments[how];
      const page = { order_id: orderId, page_token };
      const attempt = await callSheet('pay', { ...page, amount, currency: CURRENCY, instrument });
      if (attempt.next !== 'authenticate') return attempt.paid ?? null;
      if (how === 'card, no OTP') return null;
      const otp = how === 'card, wrong OTP' ? '1' : '123456';
      const result = await callSheet('authenticate', { ...page, payment_id: attempt.payment_id, otp });
      return result.paid ?? null;
    },
    async authoriseLate(orderId, capture) {
      const attempt = await database
        .withTables<SandboxTables>()
        .selectFrom('sandbox_payment')
        .select('id')
        .where('order_id', '=', orderId)
        .where('status', 'in', ['created', 'failed'])
        .where('created_at', '>', new Date(now() - LATEST_AUTHORISATION_MS))
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (attempt) await controls.authorizePayment(attempt.id, { capture });
    },
    orderOfLink: async (id) => (await callSheet<{ order_id: string }>('link', { id })).order_id,
    async refundByHand(orderId, amount) {
      const payment = await refundable(orderId);
      const paise = amount === 'everything' ? undefined : PART_PAISE;
      if (!payment || (paise ?? 100) > payment.left) return null;
      // The dashboard offers only instant refunds of old payments.
      const speed = now() - payment.madeAt.getTime() > LATEST_NORMAL_REFUND_MS ? 'optimum' : 'normal';
      await controls.refundByHand(payment.id, { amount: paise, speed });
      return payment.id;
    },
    async dispute(orderId) {
      const payment = await refundable(orderId);
      if (payment) await controls.openDispute(payment.id);
      return payment?.id ?? null;
    },
    async decideDispute(as) {
      const open = await database
        .withTables<SandboxTables>()
        .selectFrom('sandbox_dispute')
        .select('id')
        .where('status', 'in', ['open', 'under_review'])
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (open) await controls.decideDispute(open.id, as);
    },
    refuseRefunds(because) {
      refusal = because;
      controls.refuseRefunds(because === 'accept again' ? null : because);
    },
    topUpBalance() {
      if (refusal === 'balance') controls.refuseRefunds(null);
    },
    failNextRefund: () => controls.failNextRefunds(),
    async deliverDueWebhooks() {
      await controls.deliverDue();
    },
    settlementReport: () => controls.settlementReport(),
    reset: () => controls.reset(),
    close: () => app.close(),
  };
}
