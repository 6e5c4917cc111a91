import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { CURRENCY } from '../../domain/pricing.ts';
import type { Database } from '../../server/database/schema.ts';
import type { SandboxControls } from '../../tools/sandbox/controls.ts';
import type { SandboxKeys } from '../../tools/sandbox/keys.ts';
import sandboxPlugin from '../../tools/sandbox/plugin.ts';
import type { SandboxTables } from '../../tools/sandbox/tables.ts';
import type { payments } from './commands.ts';
import type { Line } from './line.ts';
import type { QueuedWebhook, WebhookQueue } from './webhookQueue.ts';

/** The proof that a paid checkout passes to the page. */
export interface Handed {
  readonly razorpay_payment_id: string;
  readonly razorpay_order_id: string;
  readonly razorpay_signature: string;
}

interface SheetAnswer {
  readonly next?: 'authenticate' | 'done';
  readonly payment_id?: string;
  readonly paid?: Handed;
}

/** The provider, on another company's computer: it does not die with our server, and loses nothing. */
export interface Provider {
  readonly url: string;
  /** Makes a payment attempt; returns the proof, null when it is not paid. */
  pay(order: { atProvider: string; amount: number }, how: (typeof payments)[number]): Promise<Handed | null>;
  /**
   * The bank authorises the newest open attempt of any age; captured by the order's rules, or 'always', even when the
   * order is paid.
   */
  authoriseLate(orderId: string, capture: 'by-rule' | 'always'): Promise<void>;
  /** The order that the page of a link opens. */
  orderOfLink(id: string): Promise<string>;
  /** The next refund is accepted, and fails days later. */
  failNextRefund(): void;
  /** Posts the due webhooks into the webhookQueue. */
  postDue(): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly now: () => number;
  readonly keys: SandboxKeys;
  readonly line: Line;
  readonly webhookQueue: WebhookQueue;
  /** Called with a response that the provider must never send. */
  readonly scandal: (what: string) => void;
}

const CARDS = { succeeding: '4100280000001007', declined: '4100280000060003' };
const card = (number: string) => ({ method: 'card', number });
const upi = (vpa: string) => ({ method: 'upi', vpa });
const instruments: Record<(typeof payments)[number], object> = {
  card: card(CARDS.succeeding),
  'card declined': card(CARDS.declined),
  'card, wrong code': card(CARDS.succeeding),
  'card, no code': card(CARDS.succeeding),
  UPI: upi('success@razorpay'),
  'UPI declined': upi('failure@razorpay'),
  'UPI, no answer yet': upi('pending@razorpay'),
};
/** The provider asks the bank about an attempt for three days. */
const LATEST_ANSWER_MS = 3 * 24 * 3_600_000;
const HOST = 'pay.example';
/** The webhook URL at the provider. */
const WEBHOOK_QUEUE = '/webhookQueue';

export async function startProvider({
  database,
  now,
  keys,
  line,
  webhookQueue,
  scandal,
}: Parts): Promise<Provider> {
  const app = Fastify({ forceCloseConnections: true });
  const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  line.before(app, (request) => request.url.startsWith('/v1/') && !request.url.startsWith('/v1/checkout'));
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500 && !line.spoiled(request))
      scandal(`the provider answered ${reply.statusCode}`);
  });
  // The SDK calls the empty body of a call that has nothing to say a form.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null));
  await app.register(sandboxPlugin, { database, now, ...keys, shopUrl: () => url() + WEBHOOK_QUEUE });
  await app.register(async (post) => {
    post.removeAllContentTypeParsers();
    post.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    post.post<{ Body: Buffer }>(WEBHOOK_QUEUE, async ({ body, headers }) => {
      const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-razorpay-'));
      webhookQueue.put({ body, headers: Object.fromEntries(kept) as QueuedWebhook['headers'] });
      return {};
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const controls = app.sandbox as SandboxControls;

  async function sheet<T = SheetAnswer>(path: string, body: object): Promise<T> {
    const response = await app.inject({
      method: 'POST',
      url: `/v1/checkout/${path}`,
      headers: { host: HOST, origin: `http://${HOST}` },
      payload: body,
    });
    return response.json<T>();
  }

  return {
    url: url(),
    async pay({ atProvider: orderId, amount }, how) {
      const { page_token } = await sheet<{ page_token: string }>('order', {
        key: keys.keyId,
        order_id: orderId,
      });
      const instrument = instruments[how];
      const page = { order_id: orderId, page_token };
      const begun = await sheet('pay', { ...page, amount, currency: CURRENCY, instrument });
      if (begun.next !== 'authenticate') return begun.paid ?? null;
      if (how === 'card, no code') return null;
      const otp = how === 'card, wrong code' ? '1' : '123456';
      const done = await sheet('authenticate', { ...page, payment_id: begun.payment_id, otp });
      return done.paid ?? null;
    },
    async authoriseLate(orderId, capture) {
      const late = await database
        .withTables<SandboxTables>()
        .selectFrom('sandbox_payment')
        .select('id')
        .where('order_id', '=', orderId)
        .where('status', 'in', ['created', 'failed'])
        .where('created_at', '>', new Date(now() - LATEST_ANSWER_MS))
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (late) await controls.authorizePayment(late.id, { capture });
    },
    orderOfLink: async (id) => (await sheet<{ order_id: string }>('link', { id })).order_id,
    failNextRefund: () => controls.failNextRefunds(),
    async postDue() {
      await controls.deliverDue();
    },
    reset: () => controls.reset(),
    close: () => app.close(),
  };
}
