import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import {
  arrivalRequest,
  deskBookingQuery,
  deskBookingResponse,
  deskCancelRequest,
  deskMoveRequest,
  noteRequest,
  walkInRequest,
  walkInResponse,
} from '../../contract/desk/booking.ts';
import type { Tx } from '../platform/database/schema.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { withSlotTakenError } from './slotTakenError.ts';
import { deskBooking } from './deskBooking.ts';
import { deskCancel } from './deskCancel.ts';
import { deskMove } from './deskMove.ts';
import { addNote, recordArrival } from './deskNotes.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { staffChange, type AuditedResult, type Staff } from '../audit/staffChange.ts';
import { bookForMember } from './walkIn.ts';

const deskBookingRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'staff' }, work);

  app.get(
    deskPaths.booking,
    {
      config,
      schema: { querystring: deskBookingQuery, response: responseSchemas(200, deskBookingResponse) },
    },
    async ({ query }) => ({ data: await deskBooking(database, query.booking_id, now()) }),
  );

  app.post(
    deskPaths.arrival,
    { config, schema: { body: arrivalRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await change(staff, (tx) => recordArrival(tx, body.booking_id, body.arrival, now()));
      return done;
    },
  );

  app.post(
    deskPaths.note,
    { config, schema: { body: noteRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await change(staff, (tx) => addNote(tx, body, staff, now()));
      return done;
    },
  );

  app.post(
    deskPaths.cancel,
    { config, schema: { body: deskCancelRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await change(staff, (tx) => deskCancel(tx, body, now()));
      return done;
    },
  );

  app.post(
    deskPaths.move,
    { config, schema: { body: deskMoveRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await withSlotTakenError({ database, now }, body, () =>
        change(staff, (tx) => deskMove(tx, body, now())),
      );
      return done;
    },
  );

  app.post(
    deskPaths.walkIn,
    { config, schema: { body: walkInRequest, response: responseSchemas(200, walkInResponse) } },
    async ({ body, staff }) => {
      const { bookingId } = await withSlotTakenError({ database, now }, body, () =>
        change(staff, (tx) => bookForMember(tx, body, now())),
      );
      return { data: { booking_id: bookingId } };
    },
  );
};
export default deskBookingRoutes;
