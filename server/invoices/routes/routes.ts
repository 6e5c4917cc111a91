import type { FastifyPluginAsync } from 'fastify';
import type { DeskDeps } from '../../audit/deps.ts';
import type { Config } from '../../platform/config/config.ts';
import { printEachHere, type PrintEach } from '../pdf/printTaxDocuments.ts';
import { currentTaxDocumentSettings } from '../settings.ts';
import deskRoutes from './deskRoutes.ts';
import taxDocumentRoutes from './taxDocumentRoutes.ts';

interface InvoiceDeps extends DeskDeps {
  readonly config: Config;
  readonly printEach?: PrintEach | undefined;
}

const invoiceRoutes: FastifyPluginAsync<InvoiceDeps> = async (
  app,
  { database, now, config, printEach = printEachHere },
) => {
  const isDemo = async () => (await currentTaxDocumentSettings(database, config)).isDemo;
  await app.register(taxDocumentRoutes, { database, now });
  await app.register(deskRoutes, { database, now, isDemo, config, printEach });
};
export default invoiceRoutes;
