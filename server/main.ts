import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brand } from '../domain/content/brand.ts';
import { buildApp } from './app.ts';
import { recordBackup } from './backup/recordBackup.ts';
import { serveBackups } from './backup/backupSocket.ts';
import { availabilityEvents, publishInvalidateAll } from './slots/availabilityEvents.ts';
import { readConfig, type Config } from './platform/config/config.ts';
import { PRIVATE_UMASK } from './platform/config/dataFolder.ts';
import type { Metrics } from './metrics/metrics.ts';
import { databaseClock, startClockSync, readDatabaseTime } from './platform/database/clock.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/connection/open.ts';
import type { OnQuery } from './platform/database/connection/pool.ts';
import { checkPooler, openStandby } from './platform/database/connection/postgres.ts';
import type { Database } from './platform/database/schema.ts';
import { standbyReads, startStandbyChecks, type Standby } from './platform/database/connection/standby.ts';
import { whenAvailable } from './platform/database/connection/whenAvailable.ts';
import { currentDemoDetails } from './content/business/business.ts';
import { currentTaxDocumentSettings } from './invoices/settings.ts';
import { startInvoicingCompanies } from './companies/invoicing.ts';
import { startIssuingTaxDocuments } from './invoices/issueTaxDocuments.ts';
import { taxDocumentAttachment } from './invoices/documents/taxDocumentAttachment.ts';
import { printEachInThread, printHere, printInThread } from './invoices/pdf/printTaxDocuments.ts';
import { startPrintingDocuments } from './invoices/documents/printMonthDocuments.ts';
import { emailSettings, MAILBOX_PATH, mailerFromConfig } from './email/fromConfig.ts';
import { startSendingEmails } from './email/sendEmails.ts';
import { gatewayFromConfig } from './payments/provider/fromConfig.ts';
import { startReconciling } from './payments/reconcile/reconcile.ts';
import { demoAccounts, hasDemoAccounts } from './seed/demoAccounts.ts';
import { seed } from './seed/seed.ts';
import { startErasingOldData } from './profile/eraseOldData.ts';
import { startRemovingPictures } from './content/pictures/removeUnused.ts';
import { startPointsRenewal } from './points/renewal.ts';
import { checkBuiltOrigin, createPageRenderer, type PageRenderer } from './site/pageRenderer.ts';
import { startWaitingList } from './bookings/waitingList/jobs.ts';
import { explainDatabaseError } from './platform/database/connection/explainError.ts';
import { rootNotice } from './platform/process/rootNotice.ts';
import { SetupError } from './platform/config/setupError.ts';
import { localOrigin, ownOrigin, siteOrigin } from './platform/config/siteOrigin.ts';
import { stopOnSignal } from './platform/process/shutdown.ts';

const DEMO_NOTICE =
  'The database has demo accounts (member@example.com and others). Their passwords are not the published ones, but they are no customers: close them, or start with an empty database.';

const identityNotice = (details: readonly string[]): string =>
  `The site, the emails and the invoices still have these of the demo: ${details.join(', ')}. An owner enters those of the business at the desk (/desk?view=business).`;

/** As the banner shows it. */
function paymentsLabel({ razorpay }: Config): string {
  if (razorpay === null) return 'sandbox, no real money moves';
  return razorpay.keyId.startsWith('rzp_test_') ? 'Razorpay in test mode, no real money moves' : 'Razorpay';
}

/** How emails are sent, as the banner shows it. `local`: the server's local address. */
function emailsLabel({ mail: { transport } }: Config, local: string): string {
  if (transport === 'none') return 'none are sent (ALLOW_NO_MAIL)';
  return transport === 'mailbox'
    ? `${local}${MAILBOX_PATH} (set SMTP_URL to send them)`
    : `sent by ${transport.host}`;
}

/** True for an address that only this machine can reach. */
const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

/** Printed when the server has started. */
function banner(
  config: Config,
  {
    url,
    local,
    database,
    isDemo,
    areTaxDocumentsDemo,
  }: { url: string; local: string; database: string; isDemo: boolean; areTaxDocumentsDemo: boolean },
): string {
  const lines = [
    ['', brand.name],
    ['Address', url],
    ...(isLoopback(config.host)
      ? [['Open to', 'this machine only (HOST=0.0.0.0 opens it to the network)']]
      : []),
    ['Database', database],
    ['Payments', paymentsLabel(config)],
    ...(areTaxDocumentsDemo ? [['Invoices', 'DEMO, not for the tax office']] : []),
    ['Emails', emailsLabel(config, local)],
  ];
  if (isDemo && !config.production) {
    for (const { email, password, purpose } of demoAccounts) {
      lines.push(['Sign in as', `${email}  ${password}  (${purpose})`]);
    }
  }
  return lines.map(([name, value]) => `  ${(name ?? '').padEnd(12)}${value}`).join('\n');
}

/** A `SetupError` when a setting is the reason why the server cannot listen; any other error is returned unchanged. */
function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
  prefix: '' | 'METRICS_',
): Error {
  if (error.code === 'EADDRINUSE') {
    return new SetupError(`Another program uses port ${port}. Set ${prefix}PORT to a free one.`);
  }
  if (error.code === 'EACCES')
    return new SetupError(`This user may not open port ${port}. Set ${prefix}PORT to a higher one.`);
  const isUnknownAddress = error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo';
  return isUnknownAddress
    ? new SetupError(`${prefix}HOST: ${host} is not an address of this machine.`)
    : error;
}

/** Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise its library is not loaded. */
async function tracingFromConfig({ tracing }: Config) {
  if (tracing === undefined) return undefined;
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  return startTracing(tracing);
}

/** Undefined without a build. Throws a `SetupError` for a build for another address. */
function rendererOfBuild({ production, publicOrigin }: Config): PageRenderer | undefined {
  const root = resolve('dist-server', 'pages');
  if (!existsSync(root)) return undefined;
  const renderer = createPageRenderer(root);
  if (production && publicOrigin !== undefined) checkBuiltOrigin(renderer, publicOrigin);
  return renderer;
}

/** READ_DATABASE_URL. Reads use it after its first successful check. */
function standbyFromConfig(
  { readDatabaseUrl: url, readMaxLagSeconds, timeoutFactor }: Config,
  primary: Database,
  onQuery: OnQuery | undefined,
): Standby | undefined {
  if (url === undefined) return undefined;
  const standby = openStandby(url, timeoutFactor, onQuery);
  return standbyReads({ primary, standby, maxLagMs: readMaxLagSeconds * 1000 });
}

/** Serves the metrics at METRICS_PORT when it is set. Returns the function that stops this server. */
async function serveMetrics(
  { metricsAddress, metricsToken }: Config,
  metrics: Metrics | null,
): Promise<(() => Promise<void>) | undefined> {
  if (metricsAddress === undefined || metricsToken === undefined || !metrics) return undefined;
  const { metricsServer } = await import('./metrics/metricsServer.ts');
  const server = await metricsServer(metrics, metricsToken);
  try {
    await server.listen(metricsAddress);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, metricsAddress, 'METRICS_');
  }
  return () => server.close();
}

/** Returns the function that starts the sandbox's webhooks. Undefined with a real provider. */
async function sandboxWebhooks({ sandbox, log }: FastifyInstance) {
  if (!sandbox) return undefined;
  const { startWebhookDelivery } = await import('../tools/sandbox/startWebhookDelivery.ts');
  return () => startWebhookDelivery(sandbox, log);
}

async function start(): Promise<void> {
  process.umask(PRIVATE_UMASK);
  const config = readConfig(process.env);
  const renderer = rendererOfBuild(config);
  const tracing = await tracingFromConfig(config);
  const open = await whenAvailable(() => openDatabase(config, tracing?.onQuery), console.error);
  const { databaseUrl, timeoutFactor } = config;
  if (databaseUrl !== undefined)
    await whenAvailable(() => checkPooler(databaseUrl, timeoutFactor), console.error);
  const { database, description: databaseDescription, listen, close } = open;
  const {
    isDemo,
    notice: setupNotice,
    passwords,
  } = await whenAvailable(
    () =>
      open.withoutTimeouts(async (setup) => {
        await migrate(setup);
        return seed(setup, {
          demo: config.seedDemo,
          production: config.production,
          now: await readDatabaseTime(setup),
        });
      }),
    console.error,
  );

  const gateway = gatewayFromConfig(config, () => ownOrigin(config, app));
  const clock = await whenAvailable(
    () => databaseClock({ readTime: () => readDatabaseTime(database) }),
    console.error,
  );
  const { now } = clock;
  const events = await whenAvailable(() => availabilityEvents(listen), console.error);
  await whenAvailable(() => publishInvalidateAll(database), console.error);
  const standby = standbyFromConfig(config, database, tracing?.onQuery);
  // Without a build there is no thread for it.
  const printer = resolve('dist-server', 'printer.js');
  const hasPrinter = existsSync(printer);
  const app = await buildApp({
    config,
    database,
    standby,
    printEach: hasPrinter ? printEachInThread(printer) : undefined,
    gateway,
    now,
    siteRoot: resolve('dist'),
    renderer,
    availabilityEvents: events,
    tracing,
  });
  // Loaded before the server listens, so that a signal after its start finds the handlers that stop it.
  const startWebhooks = await sandboxWebhooks(app);
  const mailer = await mailerFromConfig(config, database);
  const stopMetrics = await serveMetrics(config, app.metrics);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw listenError(error as NodeJS.ErrnoException, config, '');
  }

  const local = localOrigin(config, app);
  const origin = siteOrigin(config, app);
  const { isDemo: areTaxDocumentsDemo } = await currentTaxDocumentSettings(database, config);
  const shown = { url: origin, local, database: databaseDescription, isDemo, areTaxDocumentsDemo };
  console.log(`\n${banner(config, shown)}\n`);
  // They are stored nowhere else and are not in the log.
  for (const { email, password } of passwords) {
    console.log(`  Sign in as  ${email}  ${password}  (printed once)`);
  }
  if (setupNotice !== null) app.log.warn(setupNotice);
  if (config.production && (await hasDemoAccounts(database))) app.log.warn(DEMO_NOTICE);
  const ofDemo = config.production ? await currentDemoDetails(database, config.business) : [];
  if (ofDemo.length > 0) app.log.warn(identityNotice(ofDemo));
  const rootWarning = rootNotice(config.production, process.getuid?.());
  if (rootWarning !== null) app.log.warn(rootWarning);

  const stopClockSync = startClockSync(clock);
  const stopStandbyChecks = standby && startStandbyChecks(standby, app.log);
  // The reconciler starts after listening, because this server may serve the sandbox that it calls.
  const stopReconciler = startReconciling({ database, gateway, now, log: app.log });
  const stopWebhookDelivery = startWebhooks?.();

  const stopIssuingTaxDocuments = startIssuingTaxDocuments({ database, config, now, log: app.log });
  const stopInvoicingCompanies = startInvoicingCompanies({ database, now, log: app.log });
  const print = hasPrinter ? printInThread(printer) : printHere;
  const stopPrintingDocuments = startPrintingDocuments({ database, print, now, log: app.log });
  const stopRenewingPoints = startPointsRenewal({ database, now, log: app.log });
  const stopRemovingPictures = startRemovingPictures({ database, now, log: app.log });
  const stopErasingOldData = startErasingOldData({ database, now, log: app.log });
  const stopWaitingList = startWaitingList({ database, now, log: app.log });
  const stopSendingEmails = startSendingEmails({
    database,
    now,
    log: app.log,
    mailer,
    origin,
    ...emailSettings(config),
    attachments: { paper: taxDocumentAttachment(database) },
  });

  const stopServingBackups =
    open.dump && (await serveBackups(config.dataDir, open.dump, () => recordBackup(database)));

  const jobs = [
    stopReconciler,
    stopIssuingTaxDocuments,
    stopInvoicingCompanies,
    stopPrintingDocuments,
    stopRenewingPoints,
    stopRemovingPictures,
    stopErasingOldData,
    stopWaitingList,
    stopSendingEmails,
    stopClockSync,
  ];
  const optional = [stopWebhookDelivery, stopServingBackups, stopMetrics, stopStandbyChecks].filter(
    (stop) => stop !== undefined,
  );
  stopOnSignal({
    app,
    drainMs: config.drainMs,
    jobs: [...optional, ...jobs],
    async close() {
      await standby?.database.destroy();
      await close();
      await tracing?.stop();
    },
  });
}

try {
  await start();
} catch (failure) {
  const error = explainDatabaseError(failure);
  // An invalid setting is printed as one sentence, any other error with its stack.
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}
