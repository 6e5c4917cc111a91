import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { walkInResponse } from '../../contract/desk/booking.ts';
import {
  handBackRequest,
  paymentLinkRequest,
  paymentLinkResponse,
  resendEmailsRequest,
  moneyResponse,
  providerQuery,
  providerResponse,
  retryRefundRequest,
  sellRequest,
  withdrawLinkRequest,
} from '../../contract/desk/money.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { hashPassword } from '../account/passwords.ts';
import { done } from '../platform/process/done.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { orProviderUnavailable } from '../payments/paymentErrors.ts';
import { askBeforePayOut } from '../payments/reconcile/sweepProvider.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { withSlotTakenError } from './slotTakenError.ts';
import { handBack, loadMoneyOverview, fetchProviderPayment, retryRefund } from './money.ts';
import { makeLink, withdrawLink } from './paymentLink.ts';
import { resendEmails } from './resendEmails.ts';
import { sellAtDesk } from './sale.ts';
import { staffChange } from '../audit/staffChange.ts';

/** Money at the desk: sales, payment links, refunds and the provider's state of a payment; and sending emails again. */
const moneyRoutes: FastifyPluginAsyncZod<PaymentDeps & Pick<AccountDeps, 'sessions' | 'links'>> = async (
  app,
  { sessions, links, ...deps },
) => {
  const { database, now, gateway } = deps;
  const forStaff = { role: 'staff' } as const;
  const forManagers = { role: 'manager' } as const;

  app.post(
    deskPaths.sell,
    { config: forStaff, schema: { body: sellRequest, response: responseSchemas(200, walkInResponse) } },
    async ({ body, staff }) => {
      // A random password for a new account, whose customer gets a link to set another one.
      const passwordHash = await hashPassword(randomUUID());
      const { bookingId } = await withSlotTakenError({ database, now }, body, () =>
        staffChange({ database, now, staff, role: 'staff' }, (tx) =>
          sellAtDesk(tx, body, { staff, passwordHash, sessions, links, now }),
        ),
      );
      return { data: { booking_id: bookingId } };
    },
  );

  app.post(
    deskPaths.makeLink,
    {
      config: forStaff,
      preHandler: app.limitUser('order'),
      schema: { body: paymentLinkRequest, response: responseSchemas(200, paymentLinkResponse) },
    },
    async ({ body, staff, log }) => {
      const passwordHash = await hashPassword(randomUUID());
      return {
        data: await withSlotTakenError(deps, body, () =>
          makeLink({ ...deps, log, staff, passwordHash, sessions, links }, body),
        ),
      };
    },
  );

  app.post(
    deskPaths.withdrawLink,
    {
      config: forStaff,
      schema: { body: withdrawLinkRequest, response: responseSchemas(200, doneResponse) },
    },
    async ({ body, staff, log }) => {
      await withdrawLink({ ...deps, log, staff }, body.booking_id);
      return done;
    },
  );

  app.post(
    deskPaths.resendEmails,
    { config: forStaff, schema: { body: resendEmailsRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        resendEmails(tx, body.booking_id, now()),
      );
      return done;
    },
  );

  app.get(
    deskPaths.money,
    { config: forStaff, schema: { response: responseSchemas(200, moneyResponse) } },
    async () => ({ data: await loadMoneyOverview(database, now()) }),
  );

  app.get(
    deskPaths.provider,
    {
      config: forStaff,
      schema: { querystring: providerQuery, response: responseSchemas(200, providerResponse) },
    },
    async ({ query }) => ({ data: await fetchProviderPayment(database, gateway, query.payment_id) }),
  );

  app.post(
    deskPaths.retryRefund,
    {
      config: forManagers,
      schema: { body: retryRefundRequest, response: responseSchemas(200, doneResponse) },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'manager' }, (tx) => retryRefund(tx, body, now()));
      return done;
    },
  );

  app.post(
    deskPaths.handBack,
    { config: forStaff, schema: { body: handBackRequest, response: responseSchemas(200, doneResponse) } },
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
