import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { reportQuery } from '../../contract/desk/reports.ts';
import {
  explainDifferenceRequest,
  settlementsResponse,
  uploadReportQuery,
} from '../../contract/desk/money/settlements.ts';
import { MAX_REPORT_BYTES } from '../../domain/money/settlementReport.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { staffChange } from '../audit/staffChange.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { done } from '../platform/process/done.ts';
import { explainDifference, latestExplanations, openDifferences } from './differences.ts';
import { latestReports, readReport, settlementsIn, storeReport } from './settlements.ts';

/** The provider's settlements: its reports, and what differs from ours. Only the upload accepts a file. */
const settlementRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'bookkeeper' } as const;
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));

  app.get(
    deskPaths.settlements,
    {
      config,
      schema: {
        operationId: 'settlements',
        tags: ['Desk'],
        summary: 'The settlements of a period, and what differs from our payments and refunds',
        querystring: reportQuery,
        response: responseSchemas(200, settlementsResponse),
      },
    },
    async ({ query }) => ({
      data: {
        settlements: await settlementsIn(database, query),
        ...(await openDifferences(database, now())),
        explained: await latestExplanations(database),
        reports: await latestReports(database),
      },
    }),
  );

  app.post(
    deskPaths.uploadSettlementReport,
    {
      config,
      bodyLimit: MAX_REPORT_BYTES,
      schema: {
        operationId: 'uploadSettlementReport',
        tags: ['Desk'],
        summary: 'Stores the provider’s report of settlements, and matches it with payments and refunds',
        consumes: ['text/csv'],
        querystring: uploadReportQuery,
        response: responseSchemas(200, doneResponse),
      },
    },
    async ({ body, query: { name }, staff }) => {
      if (!Buffer.isBuffer(body)) throw new ApiError('unsupported-media', 'The body must be a CSV file');
      const report = readReport(body, name);
      await staffChange({ database, now, staff, role: config.role }, (tx) =>
        storeReport(tx, report, { staff, now: now() }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.explainDifference,
    {
      config,
      schema: {
        operationId: 'explainDifference',
        tags: ['Desk'],
        summary: 'Explains a difference between a settlement and our payments',
        body: explainDifferenceRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: config.role }, (tx) =>
        explainDifference(tx, body, { staff, now: now() }),
      );
      return done;
    },
  );
};
export default settlementRoutes;
