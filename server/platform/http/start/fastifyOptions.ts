import { LogController, type FastifyServerOptions } from 'fastify';
import type { Config } from '../../config/config.ts';
import { logWhenEnded } from '../plugins/accessLog.ts';
import { sendBadRequest, sendError } from '../errors.ts';
import { loggerOptions, type LogDestination } from '../log.ts';
import { requestIds } from '../requestIds.ts';

/** Larger than the largest body of the API, which is the longest enquiry, percent-encoded. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** How long a client may take to send a request, in milliseconds, so that slow clients do not use up the connections. */
const REQUEST_TIMEOUT_MS = 30_000;

/** How long the start may take. */
const PLUGIN_TIMEOUT_MS = 60_000;

/** `logTo`: standard output when absent. */
export const fastifyOptions = (
  config: Pick<Config, 'logLevel' | 'trustProxy'>,
  logTo: LogDestination | undefined,
) =>
  ({
    logger: loggerOptions(config.logLevel, logTo),
    // accessLog.ts logs requests.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Ten seconds, the default, are too few on a busy machine.
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    // During shutdown, open connections get their responses and not a 503.
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      logWhenEnded(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: sendBadRequest,
  }) satisfies FastifyServerOptions;
