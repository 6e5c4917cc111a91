import type { Database } from '../../platform/database/schema.ts';
import type { AccessTokens } from '../session/accessTokens.ts';
import type { Links } from './links.ts';
import type { KnownNetworks } from '../session/knownNetworks.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SignInLimit } from '../session/signInLimit.ts';

/** `now`: milliseconds since 1970. */
export interface AccountDeps {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly signInLimit: SignInLimit;
  readonly knownNetworks: KnownNetworks;
  /** `refreshTokenSecret` of the configuration, which encrypts second factors. */
  readonly secret: string;
  readonly links: Links;
  readonly now: () => number;
}
