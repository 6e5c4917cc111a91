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
    {
      config: forStaff,
      schema: {
        operationId: 'sellAtDesk',
        tags: ['Desk'],
        summary: 'Books for a customer who pays in cash or by UPI at the desk',
        body: sellRequest,
        response: responseSchemas(200, walkInResponse),
        errors: [
          'not-found',
          'blocked',
          'email-unconfirmed',
          'price-changed',
          'slot-taken',
          'reference-used',
          'changed-meanwhile',
        ],
      },
    },
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
      schema: {
        operationId: 'makePaymentLink',
        tags: ['Desk'],
        summary: 'Holds times for a caller and sends a payment link',
        body: paymentLinkRequest,
        response: responseSchemas(200, paymentLinkResponse),
        errors: [
          'not-found',
          'blocked',
          'email-unconfirmed',
          'price-changed',
          'slot-taken',
          'hold-over',
          'too-many-requests',
          'unavailable',
        ],
      },
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
      schema: {
        operationId: 'withdrawPaymentLink',
        tags: ['Desk'],
        summary: 'Withdraws an unpaid payment link and releases the times',
        body: withdrawLinkRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile', 'unavailable'],
      },
    },
    async ({ body, staff, log }) => {
      await withdrawLink({ ...deps, log, staff }, body.booking_id);
      return done;
    },
  );

  app.post(
    deskPaths.resendEmails,
    {
      config: forStaff,
      schema: {
        operationId: 'resendEmails',
        tags: ['Desk'],
        summary: 'Sends the emails about a booking again',
        body: resendEmailsRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['no-recipient', 'not-found', 'not-booked'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        resendEmails(tx, body.booking_id, now()),
      );
      return done;
    },
  );

  app.get(
    deskPaths.money,
    {
      config: forStaff,
      schema: {
        operationId: 'deskMoney',
        tags: ['Desk'],
        summary: 'Refunds, and payments without a booking',
        response: responseSchemas(200, moneyResponse),
      },
    },
    async () => ({ data: await loadMoneyOverview(database, now()) }),
  );

  app.get(
    deskPaths.provider,
    {
      config: forStaff,
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
      config: forManagers,
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
      config: forStaff,
      schema: {
        operationId: 'handBack',
        tags: ['Desk'],
        summary: 'Records that a refund was paid out at the desk',
        body: handBackRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'reference-used', 'changed-meanwhile'],
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
