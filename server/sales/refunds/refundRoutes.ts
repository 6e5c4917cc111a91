import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  confirmRefundRequest,
  declineRefundRequest,
  makeRefundRequest,
  makeRefundResponse,
  refundLimitsResponse,
  refundLimitsSavedResponse,
  saveRefundLimitsRequest,
} from '../../../contract/desk/money/refunds.ts';
import { staffChange } from '../../audit/staffChange.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import { orProviderUnavailable } from '../../payments/paymentErrors.ts';
import { askBeforeRefund } from '../../payments/reconcile/sweepProvider.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { makeRefund } from './deskRefund.ts';
import { refundLimits, saveRefundLimits } from '../booking/refundLimits.ts';
import { bookingToPayOut, confirmRefund, declineRefund } from './refundRequests.ts';

/** Refunds of an amount of a booking that stays as it is, and their limits. */
const refundRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const { database, now } = deps;

  app.post(
    deskPaths.makeRefund,
    {
      config: { role: 'staff' },
      schema: {
        operationId: 'makeRefund',
        tags: ['Desk'],
        summary: 'Refunds an amount of a booking, or requests it above the limit of the role',
        body: makeRefundRequest,
        response: responseSchemas(200, makeRefundResponse),
        errors: ['not-found', 'not-booked', 'changed-meanwhile', 'reference-used', 'unavailable'],
      },
    },
    async ({ body, staff }) => {
      if (body.method === 'cash' || body.method === 'upi')
        await orProviderUnavailable(askBeforeRefund(deps, body.booking_id));
      const data = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        makeRefund(tx, body, { staff, now: now() }),
      );
      return { data };
    },
  );

  app.post(
    deskPaths.confirmRefund,
    {
      config: { role: 'manager' },
      schema: {
        operationId: 'confirmRefund',
        tags: ['Desk'],
        summary: 'Confirms a refund that somebody with a lower limit has requested',
        body: confirmRefundRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-allowed', 'changed-meanwhile', 'unavailable'],
      },
    },
    async ({ body, staff }) => {
      const booking = await bookingToPayOut(database, body.request_id);
      if (booking) await orProviderUnavailable(askBeforeRefund(deps, booking.id));
      await staffChange({ database, now, staff, role: 'manager' }, (tx) =>
        confirmRefund(tx, body, { staff, now: now() }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.declineRefund,
    {
      config: { role: 'staff' },
      schema: {
        operationId: 'declineRefund',
        tags: ['Desk'],
        summary: 'Declines a refund that waits for a confirmation, or withdraws it',
        body: declineRefundRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-allowed', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) => declineRefund(tx, body, { staff }));
      return done;
    },
  );

  app.get(
    deskPaths.refundLimits,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'refundLimits',
        tags: ['Desk'],
        summary: 'Up to which amount of a booking each role refunds without a confirmation',
        response: responseSchemas(200, refundLimitsResponse),
      },
    },
    async () => ({ data: await refundLimits(database) }),
  );

  app.post(
    deskPaths.saveRefundLimits,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'saveRefundLimits',
        tags: ['Desk'],
        summary: 'Sets the limits of refunds',
        body: saveRefundLimitsRequest,
        response: responseSchemas(200, refundLimitsSavedResponse),
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange({ database, now, staff, role: 'owner' }, (tx) => saveRefundLimits(tx, body)),
    }),
  );
};
export default refundRoutes;
