import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/schema.ts';
import { accessTokens, type AccessTokens } from '../session/accessTokens.ts';
import { createKnownNetworks, type KnownNetworks } from '../session/knownNetworks.ts';
import { createSessions, type Sessions } from '../session/sessions.ts';
import { createSignInLimit, type SignInLimit } from '../session/signInLimit.ts';
import { createLinks, type Links } from './links.ts';

export interface AccountDeps {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly signInLimit: SignInLimit;
  readonly knownNetworks: KnownNetworks;
  /** `refreshTokenSecret` of the configuration, which encrypts second factors. */
  readonly secret: string;
  readonly links: Links;
  readonly now: () => EpochMs;
}

export const accountDeps = (database: Database, config: Config, now: () => EpochMs): AccountDeps => ({
  database,
  tokens: accessTokens(config, now),
  sessions: createSessions(database, config, now),
  signInLimit: createSignInLimit(config.rateLimits.login, now),
  knownNetworks: createKnownNetworks(database, config, now),
  secret: config.refreshTokenSecret,
  links: createLinks(database, config, now),
  now,
});
