import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { installCallFaults } from './callFaults.ts';
import { findOrder, listOrders, openOrder, orderEntity } from './orders.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import { cancelLink, findLink, paymentLinkEntity, linksOf, openLink } from './links.ts';
import { paymentEntity } from './paymentEntity.ts';
import { capturePayment, findPayment, paymentsOf } from './payments.ts';
import { badRequest, unknownId } from './providerError.ts';
import { disputeEntity, findDispute, listDisputes } from './disputes.ts';
import { findRefund, listRefunds, refundEntity, refundPayment, refundsOf } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';

interface ById {
  Params: { id: string };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const collection = (items: object[]) => ({ entity: 'collection', count: items.length, items });

/** The provider's HTTP API for servers: orders, payments, captures, refunds and payment links. Authenticated by the keys. */
export async function api(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const { database, transact, now, keyId, keySecret, callFaults, overrides } = sandbox;
  const credentials = digest(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);

  app.addHook('onRequest', async (request) => {
    if (!timingSafeEqual(credentials, digest(request.headers.authorization ?? ''))) {
      throw badRequest('Authentication failed', {}, 401);
    }
  });
  installCallFaults(app, callFaults, app.prefix);
  app.addHook('preHandler', () => applyDueEvents(sandbox));

  app.post('/orders', async (request) => orderEntity(await openOrder(database, request.body, now())));
  app.get('/orders', async (request) =>
    collection((await listOrders(database, request.query)).map(orderEntity)),
  );
  app.get<ById>('/orders/:id', async ({ params }) => orderEntity(await findOrder(database, params.id)));
  app.get<ById>('/orders/:id/payments', async ({ params }) =>
    collection((await paymentsOf(database, params.id)).map(paymentEntity)),
  );

  app.get<ById>('/payments/:id', async ({ params }) => paymentEntity(await findPayment(database, params.id)));
  app.post<ById>('/payments/:id/capture', async ({ params, body }) =>
    paymentEntity(await transact((tx) => capturePayment(tx, params.id, body, now()))),
  );

  /** Whether the refund that is accepted now was set to fail. */
  function willFail(): boolean {
    if (overrides.refundsToFail === 0) return false;
    overrides.refundsToFail -= 1;
    return true;
  }
  app.post<ById>('/payments/:id/refund', async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    return refundEntity(
      await transact((tx) =>
        refundPayment(tx, params.id, body, { idempotencyKey, willFail, refusal: overrides.refusal }, now()),
      ),
    );
  });
  app.get<ById>('/payments/:id/refunds', async ({ params }) =>
    collection((await refundsOf(database, params.id)).map(refundEntity)),
  );
  app.get<{ Params: { id: string; refund: string } }>('/payments/:id/refunds/:refund', async ({ params }) => {
    const refund = await findRefund(database, params.refund);
    if (refund.payment_id !== params.id) throw unknownId();
    return refundEntity(refund);
  });
  app.post('/payment_links', async ({ body, protocol, host }) => {
    const urlOf = (id: string) => `${protocol}://${host}${app.prefix}/l/${id}`;
    return transact(async (tx) => paymentLinkEntity(tx, await openLink(tx, body, urlOf, now())));
  });
  app.get<{ Querystring: { reference_id?: string } }>('/payment_links', async ({ query }) => {
    const links = await linksOf(database, query.reference_id ?? '');
    return { payment_links: await Promise.all(links.map((link) => paymentLinkEntity(database, link))) };
  });
  app.get<ById>('/payment_links/:id', async ({ params }) =>
    paymentLinkEntity(database, await findLink(database, params.id)),
  );
  app.post<ById>('/payment_links/:id/cancel', ({ params }) =>
    transact(async (tx) => paymentLinkEntity(tx, await cancelLink(tx, params.id, now()))),
  );
  app.get('/refunds', async ({ query }) =>
    collection((await listRefunds(database, query)).map(refundEntity)),
  );
  app.get('/disputes', async ({ query }) =>
    collection((await listDisputes(database, query)).map(disputeEntity)),
  );
  app.get<ById>('/disputes/:id', async ({ params }) => disputeEntity(await findDispute(database, params.id)));
  app.get<ById>('/refunds/:id', async ({ params }) => refundEntity(await findRefund(database, params.id)));
}
