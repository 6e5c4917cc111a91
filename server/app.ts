import type { PassThrough } from 'node:stream';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { dateAt } from '../domain/time/calendar.ts';
import { accessTokens } from './account/session/accessTokens.ts';
import accountRoutes from './profile/accountRoutes.ts';
import addressRoutes from './account/routes/addressRoutes.ts';
import bearer from './account/session/bearer.ts';
import type { AccountDeps } from './account/address/deps.ts';
import deviceRoutes from './account/routes/deviceRoutes.ts';
import { createLinks } from './account/address/links.ts';
import linkRoutes from './account/routes/linkRoutes.ts';
import memberRoutes from './account/routes/memberRoutes.ts';
import passwordRoutes from './account/routes/passwordRoutes.ts';
import registrationRoutes from './account/routes/registrationRoutes.ts';
import sessionRoutes from './account/routes/sessionRoutes.ts';
import { createSessions } from './account/session/sessions.ts';
import { createKnownNetworks } from './account/session/knownNetworks.ts';
import { createSignInLimit } from './account/session/signInLimit.ts';
import { postById } from './content/blog/posts.ts';
import { hasRoom } from './rooms/rooms.ts';
import blogRoutes from './content/blog/routes.ts';
import changeRoutes from './bookings/changeRoutes.ts';
import businessRoutes from './content/business/routes.ts';
import { currentDemoDetails } from './content/business/business.ts';
import liveRoutes from './rooms/liveRoutes.ts';
import bookingRoutes from './bookings/routes.ts';
import searchRoutes from './rooms/searchRoutes.ts';
import weekRoutes from './rooms/weekRoutes.ts';
import type { AvailabilityEvents } from './slots/availabilityEvents.ts';
import { displayedAvailability } from './slots/displayedAvailability.ts';
import { availabilityLoader } from './slots/takenSlots.ts';
import calendarRoutes from './bookings/calendar/routes.ts';
import type { Config } from './platform/config/config.ts';
import { primaryReads } from './platform/database/reads.ts';
import type { Database } from './platform/database/schema.ts';
import type { Standby } from './platform/database/connection/standby.ts';
import blockOutRoutes from './slots/blockOutRoutes.ts';
import enquiryInboxRoutes from './content/enquiries/deskRoutes.ts';
import moneyRoutes from './sales/moneyRoutes.ts';
import deskPictureRoutes from './content/pictures/deskRoutes.ts';
import deskEventRoutes from './content/events/deskRoutes.ts';
import deskPostRoutes from './content/blog/deskRoutes.ts';
import peopleRoutes from './desk/peopleRoutes.ts';
import deskRoomRoutes from './rooms/deskRoutes.ts';
import deskBusinessRoutes from './content/business/deskRoutes.ts';
import deskPolicyRoutes from './content/policies/deskRoutes.ts';
import deskBookingRoutes from './sales/deskBookingRoutes.ts';
import planRoutes from './desk/planRoutes.ts';
import requireRole from './desk/requireRole.ts';
import deskTaxDocumentRoutes from './invoices/documents/deskRoutes.ts';
import reportRoutes from './desk/reportRoutes.ts';
import staffRoutes from './desk/staffRoutes.ts';
import enquiryRoutes from './content/enquiries/routes.ts';
import eventRoutes from './content/events/routes.ts';
import { loggerOptions, type LogDestination } from './platform/http/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { currentTaxDocumentSettings } from './invoices/settings.ts';
import taxDocumentRoutes from './invoices/documents/routes.ts';
import { checkoutSources, SANDBOX_PATH, webhookSecrets } from './payments/provider/fromConfig.ts';
import { sandboxKeys } from './payments/provider/sandboxKeys.ts';
import type { PaymentGateway } from './payments/provider/gateway.ts';
import type { PaymentDeps } from './payments/deps.ts';
import type { HoldDeps } from './checkout/unpaidLimit.ts';
import metricsRoute from './metrics/metricsRoute.ts';
import requestTimes from './metrics/requestTimes.ts';
import paymentRoutes from './checkout/routes.ts';
import seriesRoutes from './bookings/series/routes.ts';
import webhookRoutes, { type WebhookCounts } from './payments/reconcile/webhookRoutes.ts';
import accessLog, { logWhenEnded } from './platform/http/accessLog.ts';
import bodyParsers from './platform/http/body/bodyParsers.ts';
import clientAddress from './platform/http/clientAddress.ts';
import deadline, { DEADLINE_MS } from './platform/http/deadline.ts';
import date from './platform/http/date.ts';
import errors, { sendBadRequest, sendError } from './platform/http/errors.ts';
import health from './platform/http/health.ts';
import hostHeader from './platform/http/hostHeader.ts';
import { MAILBOX_PATH } from './email/fromConfig.ts';
import openApi, { REFERENCE_PATH } from './platform/http/openApi.ts';
import cors from './platform/http/cors.ts';
import mailReach from './platform/http/mailReach.ts';
import rateLimit from './platform/http/rateLimit.ts';
import pointRoutes from './points/routes.ts';
import securityHeaders from './platform/http/securityHeaders.ts';
import site, { routableUrl } from './site/site.ts';
import closeIdleConnections from './platform/http/closeIdleConnections.ts';
import pictureRoutes from './content/pictures/routes.ts';
import { requestIds } from './platform/http/requestIds.ts';
import roomRoutes from './rooms/routes.ts';
import secondFactorRoutes from './account/routes/secondFactorRoutes.ts';
import stepUp from './account/secondFactor/stepUp.ts';
import { contentVersionReader } from './platform/http/contentVersion.ts';
import { inlineScriptSources } from './site/inlineScripts.ts';
import { livePages } from './site/livePages.ts';
import type { PageRenderer } from './site/pageRenderer.ts';
import { siteContent } from './site/siteContent.ts';
import { siteOrigin } from './platform/config/siteOrigin.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import waitingListRoutes from './bookings/waitingList/routes.ts';

/** Larger than the largest body of the API, which is the longest enquiry, percent-encoded. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** How long an upload and its conversion into files may take, in milliseconds. */
const UPLOAD_DEADLINE_MS = 60_000;
/** How long a client may take to send a request, in milliseconds, so that slow clients do not use up the connections. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * The dependencies of the application. `now`: milliseconds since 1970. `siteRoot`: the folder of the built site. A route decides
 * what it needs from `database`; only displayed data may come from `standby`.
 */
export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  /** A standby of the database, for reads that may be slightly out of date. */
  readonly standby?: Standby | undefined;
  readonly gateway: PaymentGateway;
  readonly now: () => number;
  readonly siteRoot: string;
  /** Renders the public pages whose content has changed since the build; without it, the server sends the build's files. */
  readonly renderer?: PageRenderer | undefined;
  /** Availability changes; without them the live route is not registered. */
  readonly availabilityEvents?: AvailabilityEvents;
  /** Standard output when absent. */
  readonly logTo?: LogDestination | undefined;
  /** Traces of requests; none when absent. */
  readonly tracing?: Tracing | undefined;
  /** Runs after the plugins and before the routes, so that it can collect them. */
  readonly beforeRoutes?: (app: FastifyInstance) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null without METRICS_TOKEN. */
    metrics: Metrics | null;
  }
}

/** Creates the metrics where METRICS_TOKEN is set. Otherwise their library is not loaded, because loading it slows the start. */
async function loadMetrics(
  { metricsToken }: Config,
  deps: import('./metrics/metrics.ts').MetricsDeps,
): Promise<Metrics | null> {
  if (metricsToken === undefined) return null;
  const { createMetrics } = await import('./metrics/metrics.ts');
  return createMetrics(deps);
}

/** Builds the whole application, site and API, without listening. */
export async function buildApp({
  config,
  database,
  standby,
  gateway,
  now,
  siteRoot,
  renderer,
  availabilityEvents,
  logTo,
  tracing,
  beforeRoutes,
}: AppDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    // plugins/accessLog.ts logs requests.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    // During shutdown, open connections get their responses and not a 503.
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      logWhenEnded(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: sendBadRequest,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const tokens = accessTokens(config, now);
  const sessions = createSessions(database, config, now);
  const knownNetworks = createKnownNetworks(database, config, now);
  const accounts: AccountDeps = {
    database,
    tokens,
    sessions,
    signInLimit: createSignInLimit(config.rateLimits.login, now),
    knownNetworks,
    secret: config.refreshTokenSecret,
    links: createLinks(database, config, now),
    now,
  };
  const payments: PaymentDeps = { database, gateway, now, log: app.log };
  const holds: HoldDeps = { ...payments, unpaidLimits: config.unpaidLimits };
  const webhookCounts: WebhookCounts = new Map();
  const availability = availabilityLoader(database);
  const reads = standby ?? primaryReads(database);
  const displayed = displayedAvailability(database, availability, reads, availabilityEvents);
  const contentVersion = contentVersionReader(reads, now);

  const liveStreams = new Set<PassThrough>();
  const metrics = await loadMetrics(config, {
    database,
    now,
    webhookCounts,
    liveViewers: () => liveStreams.size,
    standby,
  });
  app.decorate('metrics', metrics);

  if (tracing) await app.register(tracing.requestHooks);
  if (metrics) await app.register(requestTimes, { metrics });
  await app.register(accessLog);
  await app.register(date, { now });
  await app.register(errors);
  await app.register(clientAddress, { trusted: config.trustProxy });
  await app.register(securityHeaders, {
    checkout: checkoutSources(config, gateway),
    apiOrigin: config.apiOrigin,
    https: config.publicOrigin?.startsWith('https:') ?? false,
    inlineScripts: inlineScriptSources(siteRoot),
  });
  await app.register(hostHeader);
  await app.register(cors, {
    origins: config.siteOrigins,
    crossOriginPaths: ['/images/', `${SANDBOX_PATH}/v1/checkout`],
  });
  await app.register(bodyParsers);
  await app.register(mailReach, { mail: config.mail });
  await app.register(rateLimit, { limits: config.rateLimits });
  await app.register(bearer, { tokens, sessions });
  await app.register(requireRole, { database, requireSecondFactor: config.production });
  await app.register(stepUp, { database, now });
  await beforeRoutes?.(app);
  await app.register(site, {
    root: siteRoot,
    hasPost: async (id) => (await postById(database, id, now())) !== undefined,
    hasRoom: (slug) => hasRoom(database, slug),
    livePages: renderer && livePages(contentVersion, siteContent(database, now, config.business), renderer),
  });
  app.decorate('draining', { value: false });
  await app.register(health, {
    database,
    read: () => availability({ roomIds: [], day: dateAt(now()), userId: null, now: now() }),
  });
  await app.register(closeIdleConnections);
  await app.register(openApi);
  if (!config.production) {
    const { reference } = await import('../tools/openapi/plugin.ts');
    await app.register(reference, { prefix: REFERENCE_PATH });
  }

  await app.register(async (api) => {
    await api.register(deadline, { ms: config.timeoutFactor * DEADLINE_MS });
    api.addHook('onRequest', (_request, reply, done) => {
      void reply.header('cache-control', 'no-store');
      done();
    });
    await api.register(sessionRoutes, accounts);
    await api.register(registrationRoutes, accounts);
    await api.register(memberRoutes, accounts);
    await api.register(accountRoutes, accounts);
    await api.register(passwordRoutes, accounts);
    await api.register(addressRoutes, accounts);
    await api.register(linkRoutes, accounts);
    await api.register(deviceRoutes, accounts);
    await api.register(roomRoutes, { database, now, contentVersion });
    await api.register(blogRoutes, { database, now, contentVersion });
    await api.register(eventRoutes, { reads });
    await api.register(enquiryRoutes, { database, now });
    await api.register(calendarRoutes, {
      database,
      now,
      business: config.business,
      origin: () => siteOrigin(config, app),
    });
    await api.register(bookingRoutes, { ...payments, availability: displayed.load });
    await api.register(searchRoutes, { displayed, now });
    await api.register(weekRoutes, { availability: displayed.load, now });
    await api.register(changeRoutes, holds);
    if (availabilityEvents) await api.register(liveRoutes, { availabilityEvents, streams: liveStreams, now });
    await api.register(paymentRoutes, holds);
    await api.register(pointRoutes, { ...payments, pointPrice: config.pointPrice });
    await api.register(seriesRoutes, holds);
    await api.register(taxDocumentRoutes, { database, now });
    // Only a server in production must not name the demo.
    const demoDetails = async () => (config.production ? currentDemoDetails(database, config.business) : []);
    await api.register(staffRoutes, { database, now, sessions, demoDetails });
    await api.register(secondFactorRoutes, {
      database,
      now,
      sessions,
      links: accounts.links,
      knownNetworks,
      secret: config.refreshTokenSecret,
    });
    await api.register(waitingListRoutes, { database, now, linkSecret: config.refreshTokenSecret });
    await api.register(blockOutRoutes, { database, now });
    await api.register(planRoutes, { database, now });
    await api.register(deskBookingRoutes, { database, now });
    await api.register(enquiryInboxRoutes, { database, now });
    const isDemo = async () => (await currentTaxDocumentSettings(database, config)).isDemo;
    await api.register(reportRoutes, { reads, isDemo });
    await api.register(deskTaxDocumentRoutes, { database, now, isDemo });
    await api.register(moneyRoutes, { ...payments, sessions, links: accounts.links });
    await api.register(peopleRoutes, { database, now, sessions, links: accounts.links });
    await api.register(deskRoomRoutes, { database, now });
    await api.register(deskPolicyRoutes, { database, now });
    await api.register(deskBusinessRoutes, { database, now, business: config.business });
    await api.register(businessRoutes, { database, contentVersion });
    await api.register(deskPostRoutes, { database, now });
    await api.register(deskEventRoutes, { database, now });
    await api.register(webhookRoutes, {
      ...payments,
      secrets: webhookSecrets(config),
      counts: webhookCounts,
    });
  });
  await app.register(async (uploads) => {
    await uploads.register(deadline, { ms: config.timeoutFactor * UPLOAD_DEADLINE_MS });
    await uploads.register(deskPictureRoutes, { database, now });
  });
  await app.register(async (pictures) => {
    await pictures.register(deadline, { ms: config.timeoutFactor * DEADLINE_MS });
    await pictures.register(pictureRoutes, { database });
  });
  const { metricsToken: token, metricsAddress } = config;
  if (metrics && token !== undefined && metricsAddress === undefined) {
    await app.register(async (operators) => {
      await operators.register(deadline, { ms: config.timeoutFactor * DEADLINE_MS });
      await operators.register(metricsRoute, { metrics, token });
    });
  }
  if (config.mail.transport === 'mailbox' && !config.production) {
    const { mailbox } = await import('../tools/mailbox/plugin.ts');
    await app.register(mailbox, { prefix: MAILBOX_PATH, database });
  }
  if (config.razorpay === null) {
    const { default: sandbox } = await import('../tools/sandbox/plugin.ts');
    const { sandboxControlSecret } = await import('../tools/sandbox/controlSecret.ts');
    const controlSecret = config.production ? undefined : sandboxControlSecret(config.dataDir);
    await app.register(sandbox, {
      prefix: SANDBOX_PATH,
      database,
      now,
      controlSecret,
      shopOrigins: config.siteOrigins,
      ...sandboxKeys(config.dataDir),
    });
  }
  return app;
}
