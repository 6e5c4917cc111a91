import { jwtVerify, SignJWT } from 'jose';
import { accessClaims } from '../../contract/session.ts';
import type { Config } from '../config.ts';

const ISSUER = 'litrooms';
const AUDIENCE = 'litrooms-api';
const ALGORITHM = 'HS256';

/** Who signed in, as the access token says. Membership may have changed since: rules about money ask the database. */
export interface SignedInUser {
  readonly id: string;
  readonly isMember: boolean;
}

/** Issues and reads access tokens: short-lived, signed, never stored. */
export interface AccessTokens {
  issue(user: SignedInUser): Promise<string>;
  /** The user a token was issued to; null for one that is forged, garbled or over. */
  read(token: string): Promise<SignedInUser | null>;
}

export function accessTokens(
  config: Pick<Config, 'accessTokenSecret' | 'accessTokenMinutes'>,
  now: () => number,
): AccessTokens {
  const key = new TextEncoder().encode(config.accessTokenSecret);
  return {
    issue: (user) =>
      new SignJWT({ user_id: user.id, is_member: user.isMember })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(new Date(now() + config.accessTokenMinutes * 60_000))
        .sign(key),
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(now()),
        });
        const claims = accessClaims.parse(payload);
        return { id: claims.user_id, isMember: claims.is_member };
      } catch {
        return null;
      }
    },
  };
}
