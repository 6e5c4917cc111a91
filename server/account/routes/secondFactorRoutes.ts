import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { doneResponse } from '../../../contract/account/account.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import {
  confirmFactorRequest,
  proveFactorRequest,
  resetFactorRequest,
  secondFactorSetupResponse,
} from '../../../contract/account/secondFactor.ts';
import type { KnownNetworks } from '../session/knownNetworks.ts';
import type { Links } from '../address/links.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange, type AuditedResult } from '../../audit/staffChange.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import {
  enrolSecondFactor,
  type Person,
  removeSecondFactor,
  verifyFactorCode,
  wrongCode,
} from '../secondFactor/secondFactor.ts';

interface FactorRouteDeps extends DeskDeps {
  /** `refreshTokenSecret` of the configuration. */
  readonly secret: string;
  readonly sessions: Pick<Sessions, 'revokeAll'>;
  readonly links: Pick<Links, 'revokeAll'>;
  readonly knownNetworks: KnownNetworks;
}

/** The guard has rejected requests without a user and session. */
const personOf = ({ user, ip }: FastifyRequest): Person => ({ id: user.id, sessionId: user.sessionId, ip });

const secondFactorRoutes: FastifyPluginAsyncZod<FactorRouteDeps> = async (app, deps) => {
  const { database, now, sessions } = deps;
  const withoutFactor = { role: 'employee', secondFactor: false } as const;

  const auditedChange = <T>(
    request: FastifyRequest,
    action: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    staffChange(
      { database, now, staff: request.staff, role: 'employee' },
      async (tx): Promise<AuditedResult<T>> => {
        const result = await work(tx);
        const entry = {
          action,
          subject: 'account',
          subjectId: request.user.id,
          was: null,
          became: null,
        } as const;
        return { result, changes: result === false ? [] : [entry] };
      },
    );

  /** Verifies a code for the session of a request. The failure is committed before the error is thrown. */
  async function prove(request: FastifyRequest, code: string): Promise<typeof done> {
    const isRight = await inTransaction(database, (tx) =>
      verifyFactorCode(tx, deps, personOf(request), { code, confirms: false }),
    );
    if (!isRight) {
      request.log.warn({ userId: request.user.id, ip: request.ip }, 'second factor failed');
      throw wrongCode();
    }
    return done;
  }

  app.post(
    deskPaths.beginFactor,
    {
      config: withoutFactor,
      schema: {
        operationId: 'beginFactor',
        tags: ['Desk'],
        summary: "Creates a second factor for the user's account, to be confirmed",
        response: responseSchemas(200, secondFactorSetupResponse),
        errors: ['changed-meanwhile'],
      },
    },
    async (request) => {
      const { email } = await database
        .selectFrom('app_user')
        .select('email')
        .where('id', '=', request.user.id)
        .executeTakeFirstOrThrow();
      const person = { id: request.user.id, email };
      return { data: await inTransaction(database, (tx) => enrolSecondFactor(tx, deps, person)) };
    },
  );

  app.post(
    deskPaths.confirmFactor,
    {
      config: withoutFactor,
      schema: {
        operationId: 'confirmFactor',
        tags: ['Desk'],
        summary: 'Confirms the new second factor with its first code',
        body: confirmFactorRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['changed-meanwhile', 'too-many-requests'],
      },
    },
    async (request) => {
      const { code } = request.body;
      const isRight = await auditedChange(request, 'second factor set up', async (tx) => {
        const confirmed = await verifyFactorCode(tx, deps, personOf(request), { code, confirms: true });
        // A link that was requested with the password alone would still change the address.
        if (confirmed) await deps.links.revokeAll(tx, request.user.id);
        return confirmed;
      });
      if (!isRight) throw wrongCode();
      return done;
    },
  );

  app.post(
    deskPaths.proveFactor,
    {
      config: withoutFactor,
      schema: {
        operationId: 'proveFactor',
        tags: ['Desk'],
        summary: 'Proves the second factor by a code, so that the session may work at the desk',
        body: proveFactorRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['changed-meanwhile', 'too-many-requests'],
      },
    },
    (request) => prove(request, request.body.code),
  );

  // The same for an account that has a second factor and no role any more, and for the forms of the profile.
  app.post(
    paths.proveSecondFactor,
    {
      schema: {
        operationId: 'proveSecondFactor',
        tags: ['Account'],
        summary:
          'Proves the second factor by a code, so that the session may change the account for 15 minutes',
        body: proveFactorRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['changed-meanwhile', 'too-many-requests'],
      },
      onRequest: app.requireSession,
    },
    (request) => prove(request, request.body.code),
  );

  app.post(
    deskPaths.resetFactor,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'resetFactor',
        tags: ['Desk'],
        summary: 'Removes the second factor of a staff member who has lost it',
        body: resetFactorRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
    },
    async ({ body: { user_id: id, reason }, staff }) => {
      await staffChange({ database, now, staff, role: 'owner' }, (tx) =>
        removeSecondFactor(tx, id, sessions, reason),
      );
      return done;
    },
  );
};
export default secondFactorRoutes;
