import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { attemptNow, authenticate, beginAttempt, cancelAttempt, isOpenHere } from './attempts.ts';
import { findLink } from './links.ts';
import { findOrder, readBody } from './orders.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import type { SandboxPayment } from './paymentEntity.ts';
import { badRequest, ProviderError, unknownId } from './providerError.ts';
import type { Sandbox } from './sandbox.ts';
import { testCards, testUpiIds } from './testCards.ts';

const openInput = z.object({ key: z.string(), order_id: z.string() });
const pageCredentials = { order_id: z.string(), page_token: z.string() };
const attemptOfPage = z.object({ ...pageCredentials, payment_id: z.string() });

/** True for requests from the checkout's own page. */
function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers omit Sec-Fetch-Site on plain http; there the Origin header is used.
  return URL.canParse(headers.origin ?? '') && new URL(headers.origin as string).host === headers.host;
}

/**
 * The API of the checkout's page. Opening an order with its key gives the page a token, which is required for every
 * payment and valid for that order only.
 */
export async function checkoutApi(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const { database, transact, now, overrides, keyId, keySecret } = sandbox;

  const hmac = (text: string) => createHmac('sha256', keySecret).update(text);
  const pageTokenOf = (orderId: string): string => hmac(`checkout page of ${orderId}`).digest('hex');

  function checkPage({ order_id, page_token }: { order_id: string; page_token: string }): void {
    const expected = Buffer.from(pageTokenOf(order_id));
    const received = Buffer.from(page_token);
    if (expected.length !== received.length || !timingSafeEqual(expected, received)) throw unknownId();
  }

  /** A failed attempt is refused with its reason. */
  function pageResponse(payment: SandboxPayment) {
    const { id, order_id, status, failure } = payment;
    if (status === 'failed' && failure) throw new ProviderError(failure, { payment_id: id, order_id });
    if (isOpenHere(payment)) return { next: 'authenticate', payment_id: id };
    if (status === 'created') return { next: 'wait', payment_id: id };
    return {
      next: 'done',
      paid: {
        razorpay_payment_id: id,
        razorpay_order_id: order_id,
        razorpay_signature: hmac(`${order_id}|${id}`).digest('hex'),
      },
    };
  }

  app.addHook('onRequest', async (request) => {
    if (!isFromOwnPage(request)) throw badRequest('This call is for the checkout page only', {}, 403);
  });
  app.addHook('preHandler', () => applyDueEvents(sandbox));

  app.post('/order', async ({ body }) => {
    const { key, order_id } = readBody(openInput, body);
    if (key !== keyId) throw unknownId();
    const { amount, currency } = await findOrder(database, order_id);
    return {
      amount,
      currency,
      page_token: pageTokenOf(order_id),
      test_cards: testCards.map(({ number, outcome }) => ({ number, outcome })),
      test_upi_ids: testUpiIds.map(({ vpa }) => vpa),
    };
  });

  /** What the page of a link shows and opens. */
  app.post('/link', async ({ body }) => {
    const { id } = readBody(z.object({ id: z.string() }), body);
    const link = await findLink(database, id);
    const { amount, currency } = await findOrder(database, link.order_id);
    const { order_id, description, customer, status } = link;
    return { key: keyId, order_id, amount, currency, description, customer, status };
  });

  app.post('/pay', async ({ body }) => {
    const page = readBody(z.object(pageCredentials), body);
    checkPage(page);
    return pageResponse(
      await transact((tx) => beginAttempt(tx, page.order_id, body, now(), overrides.surcharge)),
    );
  });

  app.post('/authenticate', async ({ body }) => {
    const page = readBody(attemptOfPage.extend({ otp: z.string().max(20) }), body);
    checkPage(page);
    return pageResponse(
      await transact((tx) => authenticate(tx, page.order_id, page.payment_id, page.otp, now())),
    );
  });

  app.post('/status', async ({ body }) => {
    const page = readBody(attemptOfPage, body);
    checkPage(page);
    return pageResponse(await transact((tx) => attemptNow(tx, page.order_id, page.payment_id)));
  });

  app.post('/cancel', async ({ body }) => {
    const page = readBody(attemptOfPage, body);
    checkPage(page);
    return pageResponse(await transact((tx) => cancelAttempt(tx, page.order_id, page.payment_id, now())));
  });
}
