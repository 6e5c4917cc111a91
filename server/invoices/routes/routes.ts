import type { FastifyPluginAsync } from 'fastify';
import type { DeskDeps } from '../../audit/deps.ts';
import type { Config } from '../../platform/config/config.ts';
import { currentTaxDocumentSettings } from '../settings.ts';
import deskRoutes from './deskRoutes.ts';
import taxDocumentRoutes from './taxDocumentRoutes.ts';

interface InvoiceDeps extends DeskDeps {
  readonly config: Config;
}

const invoiceRoutes: FastifyPluginAsync<InvoiceDeps> = async (app, { database, now, config }) => {
  const isDemo = async () => (await currentTaxDocumentSettings(database, config)).isDemo;
  await app.register(taxDocumentRoutes, { database, now });
  await app.register(deskRoutes, { database, now, isDemo, config });
};
export default invoiceRoutes;
