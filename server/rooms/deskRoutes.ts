import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import {
  archiveRoomRequest,
  deskRoomsResponse,
  orderRoomsRequest,
  removePriceRequest,
  roomChangedResponse,
  saveRoomRequest,
  setPriceRequest,
} from '../../contract/desk/rooms.ts';
import { removeRatesRequest, setRatesRequest } from '../../contract/desk/roomRates.ts';
import type { Tx } from '../platform/database/schema.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { archiveRoom, deskRooms, orderRooms, saveRoom } from './deskRooms.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { removePrice, setPrice } from './roomPrices.ts';
import { removeRates, setRates } from './roomRates.ts';
import { staffChange, type AuditedResult, type Staff } from '../audit/staffChange.ts';

/** Editing the rooms, their prices and their order. */
const roomRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'manager' } as const;
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'manager' }, work);
  const changed = responseSchemas(200, roomChangedResponse);

  app.get(
    deskPaths.rooms,
    {
      config,
      schema: {
        operationId: 'deskRooms',
        tags: ['Desk'],
        summary: 'All rooms with their future prices, including archived rooms',
        response: responseSchemas(200, deskRoomsResponse),
      },
    },
    async () => ({ data: await deskRooms(database, now()) }),
  );

  app.post(
    deskPaths.saveRoom,
    {
      config,
      schema: {
        operationId: 'saveRoom',
        tags: ['Desk'],
        summary: 'Adds a room, or changes all of its fields except the price',
        body: saveRoomRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => saveRoom(tx, body, now())) }),
  );

  app.post(
    deskPaths.setPrice,
    {
      config,
      schema: {
        operationId: 'setPrice',
        tags: ['Desk'],
        summary: 'Sets the hourly price of a room for bookings that are made from a date on',
        body: setPriceRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => setPrice(tx, body, now())) }),
  );

  app.post(
    deskPaths.removePrice,
    {
      config,
      schema: {
        operationId: 'removePrice',
        tags: ['Desk'],
        summary: 'Removes a price that is not in force yet',
        body: removePriceRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => removePrice(tx, body, now())) }),
  );

  app.post(
    deskPaths.setRates,
    {
      config,
      schema: {
        operationId: 'setRates',
        tags: ['Desk'],
        summary:
          'Sets the prices of a room by weekday and time of day, for bookings that are made from a date on',
        body: setRatesRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => setRates(tx, body, now())) }),
  );

  app.post(
    deskPaths.removeRates,
    {
      config,
      schema: {
        operationId: 'removeRates',
        tags: ['Desk'],
        summary: 'Removes rates that are not in force yet',
        body: removeRatesRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => removeRates(tx, body, now())) }),
  );

  app.post(
    deskPaths.archiveRoom,
    {
      config,
      schema: {
        operationId: 'archiveRoom',
        tags: ['Desk'],
        summary: 'Takes a room off the site, where it keeps its bookings, or puts it back',
        body: archiveRoomRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => archiveRoom(tx, body, now())) }),
  );

  app.post(
    deskPaths.orderRooms,
    {
      config,
      schema: {
        operationId: 'orderRooms',
        tags: ['Desk'],
        summary: 'Puts the rooms in an order',
        body: orderRoomsRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => orderRooms(tx, body.ids, body.shown_ids));
      return done;
    },
  );
};
export default roomRoutes;
