import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import {
  handBackRequest,
  moneyResponse,
  providerQuery,
  providerResponse,
  retryRefundRequest,
} from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { done } from '../../platform/process/done.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import { orProviderUnavailable } from '../../payments/paymentErrors.ts';
import { askBeforePayOut } from '../../payments/reconcile/sweepProvider.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { handBack, loadMoneyOverview, fetchProviderPayment, retryRefund } from './money.ts';
import { staffChange } from '../../audit/staffChange.ts';

/** Refunds at the desk, and the provider's state of a payment. */
const moneyRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const { database, now, gateway } = deps;

  app.get(
    deskPaths.money,
    {
      config: { role: 'employee' },
      schema: {
        operationId: 'deskMoney',
        tags: ['Desk'],
        summary: 'Refunds, and payments without a booking',
        response: responseSchemas(200, moneyResponse),
      },
    },
    async ({ staff }) => ({ data: await loadMoneyOverview(database, staff, now()) }),
  );

  app.get(
    deskPaths.provider,
    {
      config: { role: 'employee' },
      schema: {
        operationId: 'providerSays',
        tags: ['Desk'],
        summary: 'The state of a payment at the payment provider',
        querystring: providerQuery,
        response: responseSchemas(200, providerResponse),
        errors: ['not-found', 'unavailable'],
      },
    },
    async ({ query }) => ({ data: await fetchProviderPayment(database, gateway, query.payment_id) }),
  );

  app.post(
    deskPaths.retryRefund,
    {
      config: { role: 'manager' },
      schema: {
        operationId: 'retryRefund',
        tags: ['Desk'],
        summary: 'Retries a refund immediately',
        body: retryRefundRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'manager' }, (tx) => retryRefund(tx, body, now()));
      return done;
    },
  );

  app.post(
    deskPaths.handBack,
    {
      config: { role: 'staff' },
      schema: {
        operationId: 'handBack',
        tags: ['Desk'],
        summary: 'Records that a refund was paid out at the desk',
        body: handBackRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'reference-used', 'changed-meanwhile', 'disputed'],
      },
    },
    async ({ body, staff }) => {
      await orProviderUnavailable(askBeforePayOut(deps, body.refund_id));
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        handBack(tx, body, { staff, now: now() }),
      );
      return done;
    },
  );
};
export default moneyRoutes;
