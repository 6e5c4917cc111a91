import type { FastifyPluginAsync } from 'fastify';
import type { AccountDeps } from '../account/address/deps.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { currentDemoDetails } from '../content/business/business.ts';
import { currentTaxDocumentSettings } from '../invoices/settings.ts';
import type { Config } from '../platform/config/config.ts';
import type { Reads } from '../platform/database/reads.ts';
import peopleRoutes from './peopleRoutes.ts';
import planRoutes from './planRoutes.ts';
import reportRoutes from './reportRoutes.ts';
import { setupState } from './setup.ts';
import staffRoutes from './staffRoutes.ts';

interface DeskRouteDeps extends DeskDeps, Pick<AccountDeps, 'sessions' | 'links'> {
  readonly reads: Reads;
  readonly config: Config;
}

const deskRoutes: FastifyPluginAsync<DeskRouteDeps> = async (app, deps) => {
  const { database, now, sessions, links, reads, config } = deps;
  // Only a server in production must not name the demo.
  const demoDetails = async () => (config.production ? currentDemoDetails(database, config.business) : []);
  const isDemo = async () => (await currentTaxDocumentSettings(database, config)).isDemo;
  const setup = () => setupState(database, config);
  await app.register(staffRoutes, { database, now, sessions, demoDetails, setup });
  await app.register(planRoutes, { database, now });
  await app.register(reportRoutes, { reads, isDemo });
  await app.register(peopleRoutes, { database, now, sessions, links });
};
export default deskRoutes;
