import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import {
  extendByLinkRequest,
  extendRequest,
  shortenRequest,
  type ExtensionFields,
} from '../../../contract/desk/changedLength.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange } from '../../audit/staffChange.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { done } from '../../platform/process/done.ts';
import { extendAtDesk } from './extend.ts';
import { extendByLink } from './extendByLink.ts';
import { shortenAtDesk } from './shorten.ts';
import { withSlotTakenError } from '../booking/slotTakenError.ts';

/** Names who has the added slots when they are not free. */
async function extending<T>(
  { database, now }: DeskDeps,
  { booking_id, range }: ExtensionFields,
  work: () => Promise<T>,
): Promise<T> {
  const booking = await database
    .selectFrom('booking')
    .select(['room_id', 'day'])
    .where('id', '=', booking_id)
    .executeTakeFirst();
  const place = {
    booking_id,
    mid: booking?.room_id ?? 0,
    bdate: booking?.day ?? '',
    stime: slotTime(range.start),
    ctime: slotTime(range.end),
  };
  return withSlotTakenError({ database, now }, place, work);
}

/** Bookings that become longer or shorter at the desk. */
const lengthRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const { database, now } = deps;
  const config = { role: 'staff' } as const;

  app.post(
    deskPaths.extend,
    {
      config,
      schema: {
        operationId: 'extendAtDesk',
        tags: ['Desk'],
        summary: 'Makes a booking longer, which the customer pays in cash, by UPI or with points',
        body: extendRequest,
        response: responseSchemas(200, doneResponse),
        errors: [
          'not-found',
          'blocked',
          'not-a-member',
          'not-enough-points',
          'not-booked',
          'changed-meanwhile',
          'price-changed',
          'payment-under-way',
          'slot-taken',
          'reference-used',
        ],
      },
    },
    async ({ body, staff }) => {
      await extending({ database, now }, body, () =>
        staffChange({ database, now, staff, role: 'staff' }, (tx) => extendAtDesk(tx, body, staff, now())),
      );
      return done;
    },
  );

  app.post(
    deskPaths.extendByLink,
    {
      config,
      preHandler: app.limitUser('order'),
      schema: {
        operationId: 'extendByPaymentLink',
        tags: ['Desk'],
        summary: 'Holds longer times of a booking and sends a payment link for them',
        body: extendByLinkRequest,
        response: responseSchemas(200, doneResponse),
        errors: [
          'not-found',
          'blocked',
          'not-booked',
          'changed-meanwhile',
          'price-changed',
          'payment-under-way',
          'slot-taken',
          'hold-over',
          'too-many-requests',
          'unavailable',
        ],
      },
    },
    async ({ body, staff, log }) => {
      await extending({ database, now }, body, () => extendByLink({ ...deps, log, staff }, body));
      return done;
    },
  );

  app.post(
    deskPaths.shorten,
    {
      config,
      schema: {
        operationId: 'shortenAtDesk',
        tags: ['Desk'],
        summary: 'Makes a booking shorter, with the refund of its policy or by an exception',
        body: shortenRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-booked', 'changed-meanwhile', 'terms-changed', 'above-refund-limit'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        shortenAtDesk(tx, body, { staff, now: now() }),
      );
      return done;
    },
  );
};
export default lengthRoutes;
