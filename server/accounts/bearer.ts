import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError } from '../apiError.ts';
import type { AccessTokens, SignedInUser } from './accessTokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; only on routes with `onRequest: app.requireUser`. */
    user: SignedInUser;
    /** Who asks, null for a visitor; only on routes with `onRequest: app.recogniseUser`. */
    caller: SignedInUser | null;
  }
  interface FastifyInstance {
    /** Refuses (401) a request without a valid access token. Runs before the body is read. */
    requireUser: onRequestAsyncHookHandler;
    /** Lets visitors through, but refuses (401) a token that is garbled or over: its owner believes to be signed in. */
    recogniseUser: onRequestAsyncHookHandler;
  }
}

/** Reads the `Authorization: Bearer` header of the calls that carry one (spec 6). */
export default plugin<{ tokens: AccessTokens }>(async (app, { tokens }) => {
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
  app.decorate('recogniseUser', async (request) => {
    request.caller = await userOf(request);
  });
});
