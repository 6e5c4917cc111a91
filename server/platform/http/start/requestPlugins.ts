import plugin from 'fastify-plugin';
import type { EpochMs } from '../../../../domain/time/epochMs.ts';
import type { Config } from '../../config/config.ts';
import accessLog from '../plugins/accessLog.ts';
import bodyParsers from '../body/bodyParsers.ts';
import clientAddress from '../plugins/clientAddress.ts';
import cors from '../plugins/cors.ts';
import date from '../plugins/date.ts';
import errors from '../errors.ts';
import hostHeader from '../plugins/hostHeader.ts';
import mailReach from '../plugins/mailReach.ts';
import rateLimit from '../plugins/rateLimit.ts';
import securityHeaders, { type SecurityOptions } from '../plugins/securityHeaders.ts';

interface Options extends Pick<SecurityOptions, 'checkout' | 'inlineScripts'> {
  readonly config: Config;
  readonly now: () => EpochMs;
  /** Paths that every site may read. */
  readonly crossOriginPaths: readonly string[];
}

/** What every request passes, in this order: its log line, its errors, its headers, its body and its limits. */
export default plugin<Options>(async (app, { config, now, checkout, inlineScripts, crossOriginPaths }) => {
  await app.register(accessLog);
  await app.register(date, { now });
  await app.register(errors);
  await app.register(clientAddress, { trusted: config.trustProxy });
  await app.register(securityHeaders, {
    checkout,
    apiOrigin: config.apiOrigin,
    https: config.publicOrigin?.startsWith('https:') ?? false,
    inlineScripts,
  });
  await app.register(hostHeader);
  await app.register(cors, { origins: config.siteOrigins, crossOriginPaths });
  await app.register(bodyParsers);
  await app.register(mailReach, { mail: config.mail });
  await app.register(rateLimit, { limits: config.rateLimits });
});
