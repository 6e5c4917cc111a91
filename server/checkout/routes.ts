import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  completePaymentRequest,
  completePaymentResponse,
  createPaymentRequest,
  createPaymentResponse,
  paymentStatusQuery,
  paymentStatusResponse,
  releasePaymentRequest,
  releasePaymentResponse,
} from '../../contract/bookings/booking.ts';
import { paths } from '../../contract/paths.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { completePayment } from '../payments/complete.ts';
import { createPayment } from './create.ts';
import { slotErrors } from './slotErrors.ts';
import { requesterOf, type HoldDeps } from './unpaidLimit.ts';
import { paymentStatus, releasePayment } from '../payments/release.ts';

const paymentErrors = ['not-found', 'hold-over', 'called-off'] as const;

/** Order, confirmation, status and the closed checkout (spec 7). */
const checkoutRoutes: FastifyPluginAsyncZod<HoldDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireSession };
  /** With the request's log. */
  const depsFor = ({ log }: FastifyRequest): HoldDeps => ({ ...deps, log });

  app.post(
    paths.createPayment,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: {
        operationId: 'createPayment',
        tags: ['Payments'],
        summary: 'Holds the slots and opens an order with the payment provider',
        body: createPaymentRequest,
        response: responseSchemas(200, createPaymentResponse),
        errors: [
          ...slotErrors,
          'foreign-user',
          'price-changed',
          'too-many-holds',
          'unpaid-limit',
          'hold-over',
          'too-many-requests',
        ],
      },
    },
    (request) => createPayment(depsFor(request), request.body, requesterOf(request)),
  );

  app.post(
    paths.completePayment,
    {
      ...signedIn,
      schema: {
        operationId: 'completePayment',
        tags: ['Payments'],
        summary: 'Confirms a booking by the signed result of the checkout',
        body: completePaymentRequest,
        response: responseSchemas(200, completePaymentResponse),
        errors: [...paymentErrors, 'payment-not-verified'],
      },
    },
    async (request) => ({
      data: await completePayment(depsFor(request), request.body, request.user.id),
    }),
  );

  app.post(
    paths.releasePayment,
    {
      ...signedIn,
      schema: {
        operationId: 'releasePayment',
        tags: ['Payments'],
        summary: 'Asks the provider about a closed checkout and releases the slots if nothing was paid',
        body: releasePaymentRequest,
        response: responseSchemas(200, releasePaymentResponse),
        errors: paymentErrors,
      },
    },
    async (request) => ({
      data: await releasePayment(
        depsFor(request),
        request.body.booking_id,
        request.user.id,
        request.body.give_up,
      ),
    }),
  );

  app.get(
    paths.paymentStatus,
    {
      ...signedIn,
      schema: {
        operationId: 'paymentStatus',
        tags: ['Payments'],
        summary: 'Asks the provider about a payment and releases nothing',
        querystring: paymentStatusQuery,
        response: responseSchemas(200, paymentStatusResponse),
        errors: paymentErrors,
      },
    },
    async (request) => ({
      data: await paymentStatus(depsFor(request), request.query.booking_id, request.user.id),
    }),
  );
};
export default checkoutRoutes;
