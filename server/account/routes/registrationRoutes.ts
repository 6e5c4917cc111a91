import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import { registerRequest, registerResponse } from '../../../contract/account/registration.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { AccountDeps } from '../address/deps.ts';
import { deviceName } from '../session/deviceName.ts';
import { register } from '../address/register.ts';

/**
 * Registration (spec 4 and 5), which also signs the user in. Responds with 409 and the field for an email address that
 * already has an account (ruling 28). If that account was never confirmed, the response says that an email was sent.
 */
const registrationRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  app.post(
    paths.register,
    {
      schema: {
        operationId: 'register',
        tags: ['Account'],
        summary: 'Creates an account and signs the user in',
        body: registerRequest,
        response: responseSchemas(201, registerResponse),
        errors: ['email-taken', 'email-unconfirmed', 'too-many-requests'],
      },
      onRequest: app.recogniseUser,
      preHandler: app.limitAttempts('register'),
    },
    async ({ body, headers, caller, ip }, reply) => {
      const device = deviceName(headers['user-agent']);
      const registered = await register(deps, body, { caller, device });
      if (registered.kind === 'taken') {
        throw new ApiError('email-taken', 'This email address has an account already', {
          fields: { email: 'has an account already' },
        });
      }
      if (registered.kind === 'unconfirmed') {
        throw new ApiError(
          'email-unconfirmed',
          'This email address was registered before and never confirmed. We have sent an email to it.',
          { fields: { email: 'was registered before and never confirmed' } },
        );
      }
      const { userId, session } = registered;
      await deps.knownNetworks.remember(deps.database, userId, ip);
      return reply.code(201).send({
        registered: true,
        session: {
          access: await deps.tokens.issue({ id: userId, isMember: false, sessionId: session.id }),
          refresh: session.token,
          is_member: false,
          user_id: userId,
        },
      });
    },
  );
};
export default registrationRoutes;
