import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deskPaths } from '../../contract/deskPaths.ts';
import { reportFileQuery, reportQuery, reportResponse } from '../../contract/deskReports.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Reads } from '../database/reads.ts';
import { loadReport, reportCsv } from './reports.ts';

interface ReportDeps {
  readonly reads: Reads;
  /** Whether the papers are demo papers. */
  readonly isDemo: boolean;
}

/** Reports of a period, as data and as CSV files, and the tables of the GST return. */
const reportRoutes: FastifyPluginAsyncZod<ReportDeps> = async (app, { reads, isDemo }) => {
  const config = { role: 'manager' } as const;

  app.get(
    deskPaths.report,
    { config, schema: { querystring: reportQuery, response: responseSchemas(200, reportResponse) } },
    async ({ query }) => ({ data: await reads.read((source) => loadReport(source, query, isDemo)) }),
  );

  app.get(
    deskPaths.reportFile,
    {
      config,
      schema: { querystring: reportFileQuery, response: responseSchemas(200, z.custom<Readable>()) },
    },
    async ({ query }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.table}-${query.from}-${query.to}.csv"`)
        .send(Readable.from(await reportCsv(reads, query, isDemo))),
  );
};
export default reportRoutes;
