import { jwtVerify, SignJWT } from 'jose';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { accessClaims } from '../../../contract/account/session.ts';
import type { Config } from '../../platform/config/config.ts';

const ISSUER = 'litrooms';
const AUDIENCE = 'litrooms-api';
const ALGORITHM = 'HS256';

/** The user of an access token. Payment rules read the membership from the database, because it may have changed since. */
export interface SignedInUser {
  readonly id: string;
  readonly isMember: boolean;
  /** Null in a token that a server of the previous version issued. */
  readonly sessionId: string | null;
}

/** The cache saves verifying an active user's token on every call. */
const CACHE_SIZE = 10_000;

/** `exp`: the expiry in seconds since 1970. */
interface VerifiedToken {
  readonly user: SignedInUser;
  readonly exp: number;
}

/** Issues and reads access tokens: short-lived, signed, never stored. */
export interface AccessTokens {
  issue(user: SignedInUser): Promise<string>;
  /** Null for a token that is forged, malformed or expired. */
  read(token: string): Promise<SignedInUser | null>;
}

export function accessTokens(
  config: Pick<Config, 'accessTokenSecret' | 'accessTokenMinutes'>,
  now: () => EpochMs,
): AccessTokens {
  const secret = new TextEncoder().encode(config.accessTokenSecret);
  // The key is imported once. The library would import plain bytes again for every token.
  const key = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  const verified = new Map<string, VerifiedToken>();

  /** Verifies a token's signature and claims. Throws when any of them is invalid. */
  async function verify(token: string): Promise<VerifiedToken> {
    const { payload } = await jwtVerify(token, await key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now()),
    });
    const { user_id, is_member, exp, sid } = accessClaims.parse(payload);
    return { user: { id: user_id, isMember: is_member, sessionId: sid ?? null }, exp };
  }

  /** Adds an entry to the cache. A full cache drops its oldest entry. */
  function cache(token: string, entry: VerifiedToken): void {
    const [oldest] = verified.keys();
    if (verified.size >= CACHE_SIZE && oldest !== undefined) verified.delete(oldest);
    verified.set(token, entry);
  }

  return {
    issue: async (user) =>
      new SignJWT({
        user_id: user.id,
        is_member: user.isMember,
        ...(user.sessionId === null ? {} : { sid: user.sessionId }),
      })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(new Date(now() + config.accessTokenMinutes * 60_000))
        .sign(await key),
    async read(token) {
      const cached = verified.get(token);
      if (cached) {
        if (cached.exp > Math.floor(now() / 1000)) return cached.user;
        verified.delete(token);
        return null;
      }
      try {
        const found = await verify(token);
        cache(token, found);
        return found.user;
      } catch {
        return null;
      }
    },
  };
}
