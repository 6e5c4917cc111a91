import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deskPaths } from '../../contract/deskPaths.ts';
import { deskPaperQuery, papersOfMonthQuery } from '../../contract/deskReports.ts';
import { paperContent } from '../../contract/papers.ts';
import { longMonth } from '../../domain/calendar.ts';
import type { Database } from '../database/schema.ts';
import type { Reads } from '../database/reads.ts';
import { fileName } from '../papers/paperAttachment.ts';
import { paperById } from '../papers/papers.ts';
import { printPage } from '../papers/printPage.ts';
import { contentsOfMonth } from '../papers/papersOfMonth.ts';
import { responseSchemas } from '../responseSchemas.ts';

interface PaperDeps {
  readonly database: Database;
  readonly reads: Reads;
  /** Whether the papers are demo papers. */
  readonly isDemo: boolean;
}

/** The invoices and credit notes: one, which staff hand to its customer, or all of a month, for accounting. */
const deskPaperRoutes: FastifyPluginAsyncZod<PaperDeps> = async (app, { database, reads, isDemo }) => {
  const forStaff = { role: 'staff' } as const;
  const forManagers = { role: 'manager' } as const;
  const preHandler = app.limitUser('paper');
  const response = responseSchemas(200, z.custom<Buffer | Readable>());

  app.get(
    deskPaths.paperPdf,
    { config: forStaff, preHandler, schema: { querystring: deskPaperQuery, response } },
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
    deskPaths.paperPrint,
    {
      config: forStaff,
      preHandler,
      schema: { querystring: deskPaperQuery, response: responseSchemas(200, z.custom<string>()) },
    },
    async ({ query }, reply) => {
      const { content } = await paperById(database, query.id);
      return reply.type('text/html; charset=utf-8').send(printPage(paperContent.parse(JSON.parse(content))));
    },
  );

  app.get(
    deskPaths.papersOfMonth,
    { config: forManagers, preHandler, schema: { querystring: papersOfMonthQuery, response } },
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
