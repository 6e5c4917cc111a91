import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import {
  blockOutResponse,
  blockOutsResponse,
  editBlockOutRequest,
  exceptBlockOutDayRequest,
  fillBlockOutRequest,
  makeBlockOutRequest,
  removeBlockOutRequest,
} from '../../contract/desk/blockOuts.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import {
  blockOutsAhead,
  editBlockOut,
  exceptBlockOutDay,
  fillBlockOut,
  makeBlockOut,
  removeBlockOut,
} from './blockOuts.ts';
import { staffChange } from '../audit/staffChange.ts';
import type { DeskDeps } from '../audit/deps.ts';

/** Block-outs: times of a room, or of all rooms, that cannot be booked. */
const blockOutRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;

  app.get(
    deskPaths.blockOuts,
    {
      config,
      schema: {
        operationId: 'blockOuts',
        tags: ['Desk'],
        summary: 'The current and future block-outs',
        response: responseSchemas(200, blockOutsResponse),
      },
    },
    async () => ({ data: await blockOutsAhead(database, now()) }),
  );

  app.post(
    deskPaths.makeBlockOut,
    {
      config,
      schema: {
        operationId: 'makeBlockOut',
        tags: ['Desk'],
        summary: 'Blocks times of one room or of all rooms',
        body: makeBlockOutRequest,
        response: responseSchemas(200, blockOutResponse),
        errors: ['not-found', 'in-the-way'],
      },
    },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        makeBlockOut(tx, body, staff, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.editBlockOut,
    {
      config,
      schema: {
        operationId: 'editBlockOut',
        tags: ['Desk'],
        summary: 'Changes the room, days, times and reason of a block-out',
        body: editBlockOutRequest,
        response: responseSchemas(200, blockOutResponse),
        errors: ['not-found', 'in-the-way', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        editBlockOut(tx, body, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.exceptBlockOutDay,
    {
      config,
      schema: {
        operationId: 'exceptBlockOutDay',
        tags: ['Desk'],
        summary: 'Leaves a day out of a series of block-outs, or blocks it again',
        body: exceptBlockOutDayRequest,
        response: responseSchemas(200, blockOutResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        exceptBlockOutDay(tx, body, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.fillBlockOut,
    {
      config,
      schema: {
        operationId: 'fillBlockOut',
        tags: ['Desk'],
        summary: 'Blocks the times of a block-out that have become free',
        body: fillBlockOutRequest,
        response: responseSchemas(200, blockOutResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        fillBlockOut(tx, body.id, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.removeBlockOut,
    {
      config,
      schema: {
        operationId: 'removeBlockOut',
        tags: ['Desk'],
        summary: 'Removes a block-out: its times can be booked again',
        body: removeBlockOutRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        removeBlockOut(tx, body.id, body.reason, now()),
      );
      return done;
    },
  );
};
export default blockOutRoutes;
