import plugin from 'fastify-plugin';
import type { EpochMs } from '../../../../domain/time/epochMs.ts';
import type { Config } from '../../config/config.ts';
import accessLog from '../accessLog.ts';
import bodyParsers from '../body/bodyParsers.ts';
import clientAddress from '../clientAddress.ts';
import cors from '../cors.ts';
import date from '../date.ts';
import errors from '../errors.ts';
import hostHeader from '../hostHeader.ts';
import mailReach from '../mailReach.ts';
import rateLimit from '../rateLimit.ts';
import securityHeaders, { type SecurityOptions } from '../securityHeaders.ts';

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
