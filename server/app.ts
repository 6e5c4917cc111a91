import type { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { dateAt } from '../domain/time/calendar.ts';
import { accountDeps } from './account/address/deps.ts';
import accountRoutes from './account/routes/routes.ts';
import stepUp from './account/secondFactor/stepUp.ts';
import type { AppDeps } from './appDeps.ts';
import bearer from './account/session/bearer.ts';
import bookingRoutes from './bookings/routes/routes.ts';
import companyRoutes from './companies/routes.ts';
import checkoutRoutes from './checkout/routes.ts';
import type { HoldDeps } from './checkout/unpaidLimit.ts';
import contentRoutes from './content/routes.ts';
import devTools from './dev/plugin.ts';
import requireRole from './desk/requireRole.ts';
import deskRoutes from './desk/routes.ts';
import invoiceRoutes from './invoices/routes/routes.ts';
import metricsPlugin from './metrics/plugin.ts';
import metricsRoutes from './metrics/routes.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { checkoutSources, SANDBOX_PATH, webhookSecrets } from './payments/provider/fromConfig.ts';
import paymentRoutes, { type WebhookCounts } from './payments/routes/routes.ts';
import { siteOrigin } from './platform/config/siteOrigin.ts';
import { primaryReads } from './platform/database/reads.ts';
import apiScope from './platform/http/plugins/apiScope.ts';
import closeIdleConnections from './platform/http/plugins/closeIdleConnections.ts';
import { contentVersionReader } from './platform/http/contentVersion.ts';
import { fastifyOptions } from './platform/http/start/fastifyOptions.ts';
import health from './platform/http/plugins/health.ts';
import openApi from './platform/http/plugins/openApi.ts';
import requestPlugins from './platform/http/start/requestPlugins.ts';
import pointRoutes from './points/routes.ts';
import profileRoutes from './profile/routes.ts';
import roomRoutes from './rooms/routes.ts';
import salesRoutes from './sales/routes.ts';
import settlementRoutes from './settlements/routes.ts';
import { inlineScriptSources } from './site/inlineScripts.ts';
import siteRoutes from './site/routes.ts';
import { routableUrl } from './site/site.ts';
import { displayedAvailability } from './slots/displayedAvailability.ts';
import blockOutRoutes from './slots/routes.ts';
import { availabilityLoader } from './slots/takenSlots.ts';

/** Builds the whole application, site and API, without listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, standby, gateway, now, siteRoot, renderer, availabilityEvents, tracing } = deps;
  const app: FastifyInstance = Fastify({
    ...fastifyOptions(config, deps.logTo),
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const accounts = accountDeps(database, config, now);
  const { sessions, links } = accounts;
  const payments: PaymentDeps = { database, gateway, now, log: app.log };
  const holds: HoldDeps = { ...payments, unpaidLimits: config.unpaidLimits };
  const webhookCounts: WebhookCounts = new Map();
  const availability = availabilityLoader(database);
  const reads = standby ?? primaryReads(database);
  const displayed = displayedAvailability(database, availability, reads, availabilityEvents);
  const contentVersion = contentVersionReader(reads, now);
  const liveStreams = new Set<PassThrough>();
  const liveViewers = () => liveStreams.size;

  if (tracing) await app.register(tracing.requestHooks);
  await app.register(metricsPlugin, { config, database, now, webhookCounts, liveViewers, standby });
  await app.register(requestPlugins, {
    config,
    now,
    checkout: checkoutSources(config, gateway),
    inlineScripts: inlineScriptSources(siteRoot),
    crossOriginPaths: ['/images/', `${SANDBOX_PATH}/v1/checkout`],
  });
  await app.register(bearer, accounts);
  await app.register(requireRole, { database, requireSecondFactor: config.production });
  await app.register(stepUp, { database, now });
  await deps.beforeRoutes?.(app);
  await app.register(siteRoutes, { database, now, contentVersion, config, siteRoot, renderer });
  app.decorate('draining', { value: false });
  await app.register(health, {
    database,
    read: () => availability({ roomIds: [], day: dateAt(now()), userId: null, now: now() }),
  });
  await app.register(closeIdleConnections);
  await app.register(openApi);

  await app.register(async (api) => {
    await api.register(apiScope, { timeoutFactor: config.timeoutFactor });
    await api.register(accountRoutes, accounts);
    await api.register(profileRoutes, accounts);
    await api.register(roomRoutes, {
      database,
      now,
      contentVersion,
      displayed,
      availabilityEvents,
      liveStreams,
    });
    await api.register(bookingRoutes, { ...holds, config, origin: () => siteOrigin(config, app) });
    await api.register(checkoutRoutes, holds);
    await api.register(pointRoutes, { ...payments, pointPrice: config.pointPrice });
    await api.register(invoiceRoutes, { database, now, config, printEach: deps.printEach });
    await api.register(deskRoutes, { database, now, reads, sessions, links, config });
    await api.register(blockOutRoutes, { database, now });
    await api.register(salesRoutes, { ...payments, sessions, links });
    await api.register(companyRoutes, payments);
    await api.register(settlementRoutes, { database, now });
    await api.register(paymentRoutes, {
      ...payments,
      secrets: webhookSecrets(config),
      counts: webhookCounts,
    });
  });
  await app.register(contentRoutes, { database, reads, now, contentVersion, config });
  await app.register(metricsRoutes, { config });
  await app.register(devTools, { config, database, now });
  return app;
}
