import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deskPaths } from '../../contract/deskPaths.ts';
import { deskPaperQuery, papersOfMonthQuery } from '../../contract/deskReports.ts';
import { longMonth } from '../../domain/calendar.ts';
import type { Database } from '../database/schema.ts';
import type { Reads } from '../database/reads.ts';
import { fileName } from '../papers/paperAttachment.ts';
import { paperById } from '../papers/papers.ts';
import { contentsOfMonth } from '../papers/papersOfMonth.ts';
import { responseSchemas } from '../responseSchemas.ts';

interface PaperDeps {
  readonly database: Database;
  readonly reads: Reads;
  /** Whether the papers are demo papers. */
  readonly isDemo: boolean;
}

/** The invoices and credit notes for accounting: one, or all of a month in one file. */
const deskPaperRoutes: FastifyPluginAsyncZod<PaperDeps> = async (app, { database, reads, isDemo }) => {
  const config = { role: 'manager' } as const;
  const preHandler = app.limitUser('paper');
  const response = responseSchemas(200, z.custom<Buffer | Readable>());

  app.get(
    deskPaths.paperPdf,
    { config, preHandler, schema: { querystring: deskPaperQuery, response } },
    async ({ query }, reply) => {
      const paper = await paperById(database, query.id);
      const { cachedPdf } = await import('../papers/pdf/cachedPdf.ts');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(paper.number)}"`)
        .send(await cachedPdf(paper));
    },
  );

  app.get(
    deskPaths.papersOfMonth,
    { config, preHandler, schema: { querystring: papersOfMonthQuery, response } },
    async ({ query: { month } }, reply) => {
      const contents = await contentsOfMonth(reads, month, isDemo);
      const { papersPdf } = await import('../papers/pdf/paperPdf.ts');
      const date = `${month}-01`;
      const title = `Invoices and credit notes of ${longMonth(date)}`;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="papers-${month}.pdf"`)
        .send(Readable.from(papersPdf(contents, { title, date })));
    },
  );
};
export default deskPaperRoutes;
