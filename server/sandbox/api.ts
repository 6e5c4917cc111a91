import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findOrder, listOrders, openOrder, orderEntity } from './orders.ts';
import { capturePayment, findPayment, paymentEntity, paymentsOf } from './payments.ts';
import { badRequest } from './providerRefusal.ts';
import { refundEntity, refundPayment } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';

interface ById {
  Params: { id: string };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const collection = (items: object[]) => ({ entity: 'collection', count: items.length, items });

/** The provider's HTTP API for servers: orders, payments, captures and refunds, behind the keys. */
export async function api(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const { database, transact, now, keyId, keySecret } = sandbox;
  const credentials = digest(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);

  app.addHook('onRequest', async (request) => {
    if (!timingSafeEqual(credentials, digest(request.headers.authorization ?? ''))) {
      throw badRequest('Authentication failed', {}, 401);
    }
  });

  app.post('/orders', async (request) => orderEntity(await openOrder(database, request.body, now())));
  app.get('/orders', async (request) =>
    collection((await listOrders(database, request.query)).map(orderEntity)),
  );
  app.get<ById>('/orders/:id', async ({ params }) => orderEntity(await findOrder(database, params.id)));
  app.get<ById>('/orders/:id/payments', async ({ params }) =>
    collection((await paymentsOf(database, params.id, now())).map(paymentEntity)),
  );

  app.get<ById>('/payments/:id', async ({ params }) =>
    paymentEntity(await findPayment(database, params.id, now())),
  );
  app.post<ById>('/payments/:id/capture', async ({ params, body }) =>
    paymentEntity(await transact((tx) => capturePayment(tx, params.id, body, now()))),
  );
  app.post<ById>('/payments/:id/refund', async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    return refundEntity(
      await transact((tx) =>
        refundPayment(tx, params.id, body, typeof key === 'string' ? key : undefined, now()),
      ),
    );
  });
}
