import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { receivedPaymentsResponse } from '../../contract/desk/money/payments.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { isReturnTable, reportFileQuery, reportQuery, reportResponse } from '../../contract/desk/reports.ts';
import { BYTE_ORDER_MARK } from '../../domain/text/csv.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import type { Reads } from '../platform/database/reads.ts';
import { loadPayments } from './payments.ts';
import { instants, loadReport, reportCsv } from './reports.ts';

/** Spreadsheets need a byte-order mark. The tool of the GST return reads its tables without one. */
async function* withMark(table: string, parts: Iterable<string> | AsyncIterable<string>) {
  if (!isReturnTable(table)) yield BYTE_ORDER_MARK;
  yield* parts;
}

interface ReportDeps {
  readonly reads: Reads;
  /** Whether the tax documents are demo tax documents. */
  readonly isDemo: () => Promise<boolean>;
}

/** Reports and payments of a period, as data and as CSV files, and the tables of the GST return. */
const reportRoutes: FastifyPluginAsyncZod<ReportDeps> = async (app, { reads, isDemo }) => {
  const config = { role: 'bookkeeper' } as const;

  app.get(
    deskPaths.report,
    {
      config,
      schema: {
        operationId: 'report',
        tags: ['Desk'],
        summary: 'Usage, revenue, points and cancellations of a period',
        querystring: reportQuery,
        response: responseSchemas(200, reportResponse),
      },
    },
    async ({ query }) => {
      const taxDocumentsAreDemo = await isDemo();
      return { data: await reads.read((source) => loadReport(source, query, taxDocumentsAreDemo)) };
    },
  );

  app.get(
    deskPaths.payments,
    {
      config,
      schema: {
        operationId: 'receivedPayments',
        tags: ['Desk'],
        summary: 'The latest payments of a period, and its totals by method',
        querystring: reportQuery,
        response: responseSchemas(200, receivedPaymentsResponse),
      },
    },
    async ({ query }) => ({ data: await reads.read((source) => loadPayments(source, instants(query))) }),
  );

  app.get(
    deskPaths.reportFile,
    {
      config,
      schema: {
        operationId: 'reportFile',
        tags: ['Desk'],
        summary: 'A table of the report as CSV',
        produces: ['text/csv'],
        querystring: reportFileQuery,
        response: responseSchemas(200, z.custom<Readable>()),
      },
    },
    async ({ query }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.table}-${query.from}-${query.to}.csv"`)
        .send(Readable.from(withMark(query.table, await reportCsv(reads, query, await isDemo())))),
  );
};
export default reportRoutes;
