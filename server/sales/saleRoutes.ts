import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { walkInRequest, walkInResponse } from '../../contract/desk/booking.ts';
import {
  paymentLinkRequest,
  paymentLinkResponse,
  resendEmailsRequest,
  saleDatesQuery,
  saleDatesResponse,
  sellRequest,
  withdrawLinkRequest,
} from '../../contract/desk/money/money.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { hashPassword } from '../account/passwords.ts';
import { done } from '../platform/process/done.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { withSlotTakenError } from './booking/slotTakenError.ts';
import { withdrawLink } from './links/withdrawLink.ts';
import { makeLink } from './paymentLink.ts';
import { resendEmails } from './resendEmails.ts';
import { saleDates } from './saleDates.ts';
import { sellAtDesk } from './sale.ts';
import { bookForMember } from './walkIn.ts';
import { staffChange } from '../audit/staffChange.ts';

/** Sales and payment links at the desk, and sending emails again. */
const saleRoutes: FastifyPluginAsyncZod<PaymentDeps & Pick<AccountDeps, 'sessions' | 'links'>> = async (
  app,
  { sessions, links, ...deps },
) => {
  const { database, now } = deps;
  const config = { role: 'staff' } as const;

  app.post(
    deskPaths.walkIn,
    {
      config,
      schema: {
        operationId: 'bookForMember',
        tags: ['Desk'],
        summary: "Books with a member's points for a customer at the desk or on the phone",
        body: walkInRequest,
        response: responseSchemas(200, walkInResponse),
        errors: [
          'email-unconfirmed',
          'not-found',
          'blocked',
          'not-a-member',
          'not-enough-points',
          'slot-taken',
        ],
      },
    },
    async ({ body, staff }) => {
      const { bookingId } = await withSlotTakenError({ database, now }, body, () =>
        staffChange({ database, now, staff, role: 'staff' }, (tx) => bookForMember(tx, body, now())),
      );
      return { data: { booking_id: bookingId } };
    },
  );

  app.post(
    deskPaths.sell,
    {
      config,
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
          'phone-known',
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

  app.get(
    deskPaths.saleDates,
    {
      config,
      schema: {
        operationId: 'saleDates',
        tags: ['Desk'],
        summary: 'Which dates of a weekly or fortnightly sale are free, and what is in the way on the others',
        querystring: saleDatesQuery,
        response: responseSchemas(200, saleDatesResponse),
      },
    },
    async ({ query }) => ({ data: await saleDates({ database, now }, query) }),
  );

  app.post(
    deskPaths.makeLink,
    {
      config,
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
          'phone-known',
          'price-changed',
          'slot-taken',
          'hold-over',
          'changed-meanwhile',
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
      config,
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
      config,
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
};
export default saleRoutes;
