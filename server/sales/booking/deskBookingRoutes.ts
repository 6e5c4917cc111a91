import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  arrivalRequest,
  deskBookingQuery,
  deskBookingResponse,
  deskCancelRequest,
  deskMoveRequest,
  noteRequest,
} from '../../../contract/desk/booking.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { withSlotTakenError } from './slotTakenError.ts';
import { deskBooking } from './deskBooking.ts';
import { deskCancel } from './deskCancel.ts';
import { deskMove } from './deskMove.ts';
import { addNote, recordArrival } from './deskNotes.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';

const deskBookingRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'staff' }, work);

  app.get(
    deskPaths.booking,
    {
      config,
      schema: {
        operationId: 'deskBooking',
        tags: ['Desk'],
        summary: 'A booking of any customer',
        querystring: deskBookingQuery,
        response: responseSchemas(200, deskBookingResponse),
        errors: ['not-found'],
      },
    },
    async ({ query, staff }) => ({ data: await deskBooking(database, query.booking_id, now(), staff) }),
  );

  app.post(
    deskPaths.arrival,
    {
      config,
      schema: {
        operationId: 'recordArrival',
        tags: ['Desk'],
        summary: 'Records whether the customer of a booking arrived',
        body: arrivalRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-booked', 'not-begun'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => recordArrival(tx, body.booking_id, body.arrival, now()));
      return done;
    },
  );

  app.post(
    deskPaths.note,
    {
      config,
      schema: {
        operationId: 'writeNote',
        tags: ['Desk'],
        summary: 'Adds a note about a booking',
        body: noteRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => addNote(tx, body, staff, now()));
      return done;
    },
  );

  app.post(
    deskPaths.cancel,
    {
      config,
      schema: {
        operationId: 'deskCancel',
        tags: ['Desk'],
        summary: "Cancels a customer's booking, by its policy or by an exception",
        body: deskCancelRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-booked', 'terms-changed', 'above-refund-limit', 'already-begun'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => deskCancel(tx, body, { staff, now: now() }));
      return done;
    },
  );

  app.post(
    deskPaths.move,
    {
      config,
      schema: {
        operationId: 'deskMove',
        tags: ['Desk'],
        summary: "Moves a customer's booking to other times of the same length, at the price that was paid",
        body: deskMoveRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'not-booked', 'changed-meanwhile', 'same-times', 'slot-taken'],
      },
    },
    async ({ body, staff }) => {
      await withSlotTakenError({ database, now }, body, () =>
        change(staff, (tx) => deskMove(tx, body, now())),
      );
      return done;
    },
  );
};
export default deskBookingRoutes;
