import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { bookResponse, createPaymentRequest } from '../../contract/bookings/booking.ts';
import { paths } from '../../contract/paths.ts';
import { slotErrors } from '../checkout/slotErrors.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { bookOnAccount } from './bookOnAccount.ts';

/** A person of a company books on its account. */
const onAccountRoute: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  app.post(
    paths.bookOnAccount,
    {
      onRequest: app.requireSession,
      preHandler: app.limitUser('order'),
      schema: {
        operationId: 'bookOnAccount',
        tags: ['Bookings'],
        summary: "Books a room on the account of the user's company",
        body: createPaymentRequest,
        response: responseSchemas(200, bookResponse),
        errors: [
          ...slotErrors,
          'foreign-user',
          'price-changed',
          'not-on-account',
          'hold-over',
          'too-many-requests',
        ],
      },
    },
    async ({ body, user, log }) => ({
      data: { booking_id: await bookOnAccount({ ...deps, log }, body, user.id) },
    }),
  );
};
export default onAccountRoute;
