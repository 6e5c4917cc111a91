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
import { requesterOf, type HoldDeps } from './unpaidLimit.ts';
import { paymentStatus, releasePayment } from '../payments/release.ts';

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
      schema: { body: createPaymentRequest, response: responseSchemas(200, createPaymentResponse) },
    },
    (request) => createPayment(depsFor(request), request.body, requesterOf(request)),
  );

  app.post(
    paths.completePayment,
    {
      ...signedIn,
      schema: { body: completePaymentRequest, response: responseSchemas(200, completePaymentResponse) },
    },
    async (request) => ({
      data: await completePayment(depsFor(request), request.body, request.user.id),
    }),
  );

  app.post(
    paths.releasePayment,
    {
      ...signedIn,
      schema: { body: releasePaymentRequest, response: responseSchemas(200, releasePaymentResponse) },
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
      schema: { querystring: paymentStatusQuery, response: responseSchemas(200, paymentStatusResponse) },
    },
    async (request) => ({
      data: await paymentStatus(depsFor(request), request.query.booking_id, request.user.id),
    }),
  );
};
export default checkoutRoutes;
