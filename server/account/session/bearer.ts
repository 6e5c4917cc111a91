import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError, sessionEnded } from '../../platform/http/apiError.ts';
import type { AccessTokens, SignedInUser } from './accessTokens.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Only on routes with `onRequest: app.requireSession` or `requireToken`. */
    user: SignedInUser;
    /** Null for a visitor; only on routes with `onRequest: app.recogniseUser`. */
    caller: SignedInUser | null;
  }
  interface FastifyInstance {
    /**
     * Responds with 401 to a request without a valid access token and to one whose session is revoked or unknown, because
     * the token stays valid for some minutes after the session was revoked (decision 0002). Runs before the body is read.
     */
    requireSession: onRequestAsyncHookHandler;
    /** Responds with 401 to a request without a valid access token. The route's statement checks the session. */
    requireToken: onRequestAsyncHookHandler;
    /**
     * Accepts visitors. Responds with 401 to an invalid or expired token and to one whose session is revoked, because the client
     * believes that it is signed in.
     */
    recogniseUser: onRequestAsyncHookHandler;
  }
}

/** Authenticates requests with the `Authorization: Bearer` header (spec 6). */
export default plugin<{ tokens: AccessTokens; sessions: Sessions }>(async (app, { tokens, sessions }) => {
  async function userOf(request: FastifyRequest): Promise<SignedInUser | null> {
    const header = request.headers.authorization;
    if (header === undefined) return null;
    const token = /^Bearer ([\w.-]+)$/i.exec(header)?.[1];
    const user = token === undefined ? null : await tokens.read(token);
    if (user === null) throw new ApiError('unauthenticated', 'The access token is no longer valid');
    return user;
  }

  /** The user of a live session; null for a visitor. */
  async function callerOf(request: FastifyRequest): Promise<SignedInUser | null> {
    const user = await userOf(request);
    if (user !== null && !(await sessions.isLive(user))) throw sessionEnded();
    return user;
  }
  const signedIn = (user: SignedInUser | null): SignedInUser => {
    if (user === null) throw new ApiError('unauthenticated', 'Please sign in');
    return user;
  };

  app.decorateRequest('user', null as unknown as SignedInUser);
  app.decorateRequest('caller', null);
  app.decorate('requireToken', async (request) => {
    request.user = signedIn(await userOf(request));
  });
  app.decorate('requireSession', async (request) => {
    request.user = signedIn(await callerOf(request));
  });
  app.decorate('recogniseUser', async (request) => {
    request.caller = await callerOf(request);
  });
});
