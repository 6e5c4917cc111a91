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
    {
      ...signedIn,
      schema: {
        operationId: 'points',
        tags: ['Account'],
        summary: "The user's balance of Lit points and its ledger",
        response: responseSchemas(200, pointsResponse),
      },
    },
    async ({ user }) => ({ data: await ownPoints(deps.database, user.id, deps.pointPrice) }),
  );

  app.post(
    paths.buyPoints,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: {
        operationId: 'buyPoints',
        tags: ['Payments'],
        summary: 'Opens an order for Lit points with the payment provider',
        body: createPurchaseRequest,
        response: responseSchemas(200, createPurchaseResponse),
        errors: ['not-a-member', 'blocked', 'price-changed', 'too-many-requests', 'unavailable'],
      },
    },
    async (request) => ({ data: await createPurchase(depsFor(request), request.body, request.user.id) }),
  );

  app.post(
    paths.completePoints,
    {
      ...signedIn,
      schema: {
        operationId: 'completePoints',
        tags: ['Payments'],
        summary: 'Adds the points after the checkout of the payment provider',
        body: completePurchaseRequest,
        response: responseSchemas(200, completePurchaseResponse),
        errors: ['not-found', 'hold-over', 'payment-not-verified', 'unavailable'],
      },
    },
    async (request) => ({ data: await completePurchase(depsFor(request), request.body, request.user.id) }),
  );

  app.get(
    paths.pointPurchase,
    {
      ...signedIn,
      schema: {
        operationId: 'pointPurchase',
        tags: ['Payments'],
        summary: 'Asks the provider for the status of an order for points',
        querystring: purchaseQuery,
        response: responseSchemas(200, purchaseResponse),
        errors: ['not-found', 'hold-over', 'unavailable'],
      },
    },
    async (request) => ({
      data: await purchaseStatus(depsFor(request), request.query.purchase_id, request.user.id),
    }),
  );
};
export default pointRoutes;
