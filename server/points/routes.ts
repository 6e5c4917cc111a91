import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import {
  completePurchaseRequest,
  completePurchaseResponse,
  createPurchaseRequest,
  createPurchaseResponse,
  pointsResponse,
  purchaseQuery,
  purchaseResponse,
} from '../../contract/points/points.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { ownPoints } from '../ledger/entries.ts';
import { completePurchase, createPurchase, purchaseStatus, type PurchaseDeps } from './purchases.ts';

const pointRoutes: FastifyPluginAsyncZod<PurchaseDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireSession };
  /** With the request's log. */
  const depsFor = ({ log }: FastifyRequest): PurchaseDeps => ({ ...deps, log });

  app.get(
    paths.points,
    { ...signedIn, schema: { response: responseSchemas(200, pointsResponse) } },
    async ({ user }) => ({ data: await ownPoints(deps.database, user.id, deps.pointPrice) }),
  );

  app.post(
    paths.buyPoints,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: { body: createPurchaseRequest, response: responseSchemas(200, createPurchaseResponse) },
    },
    async (request) => ({ data: await createPurchase(depsFor(request), request.body, request.user.id) }),
  );

  app.post(
    paths.completePoints,
    {
      ...signedIn,
      schema: { body: completePurchaseRequest, response: responseSchemas(200, completePurchaseResponse) },
    },
    async (request) => ({ data: await completePurchase(depsFor(request), request.body, request.user.id) }),
  );

  app.get(
    paths.pointPurchase,
    { ...signedIn, schema: { querystring: purchaseQuery, response: responseSchemas(200, purchaseResponse) } },
    async (request) => ({
      data: await purchaseStatus(depsFor(request), request.query.purchase_id, request.user.id),
    }),
  );
};
export default pointRoutes;
