import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError } from '../apiError.ts';
import type { AccessTokens, SignedInUser } from './accessTokens.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; only on routes with `onRequest: app.requireUser`. */
    user: SignedInUser;
    /** The signed-in user, null for a visitor; only on routes with `onRequest: app.recogniseUser`. */
    caller: SignedInUser | null;
  }
  interface FastifyInstance {
    /** Refuses (401) a request without a valid access token. Runs before the body is read. */
    requireUser: onRequestAsyncHookHandler;
    /**
     * `requireUser`, and refuses (401) a token whose session has ended or is unknown, for calls about the account itself:
     * an access token outlives its session by its own short life (decision 0047).
     */
    requireSession: onRequestAsyncHookHandler;
    /** Accepts visitors, but refuses (401) an invalid or expired token, because its user believes to be signed in. */
    recogniseUser: onRequestAsyncHookHandler;
  }
}

/** Authenticates requests by the `Authorization: Bearer` header (spec 6). */
export default plugin<{ tokens: AccessTokens; sessions: Sessions }>(async (app, { tokens, sessions }) => {
  async function userOf(request: FastifyRequest): Promise<SignedInUser | null> {
    const header = request.headers.authorization;
    if (header === undefined) return null;
    const token = /^Bearer ([\w.-]+)$/i.exec(header)?.[1];
    const user = token === undefined ? null : await tokens.read(token);
    if (user === null) throw new ApiError('unauthenticated', 'The access token is not valid any more');
    return user;
  }

  app.decorateRequest('user', null as unknown as SignedInUser);
  app.decorateRequest('caller', null);
  app.decorate('requireUser', async (request) => {
    const user = await userOf(request);
    if (user === null) throw new ApiError('unauthenticated', 'Please sign in');
    request.user = user;
  });
  app.decorate('requireSession', async (request) => {
    const user = await userOf(request);
    if (user === null) throw new ApiError('unauthenticated', 'Please sign in');
    if (user.sessionId === null || !(await sessions.isLive(user.id, user.sessionId))) {
      throw new ApiError('unauthenticated', 'The session is over');
    }
    request.user = user;
  });
  app.decorate('recogniseUser', async (request) => {
    request.caller = await userOf(request);
  });
});
