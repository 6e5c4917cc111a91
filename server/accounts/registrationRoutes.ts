import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import { registerRequest, registerResponse } from '../../contract/registration.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Database } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import { hashPassword } from './passwords.ts';
import { addUser } from './users.ts';

/**
 * Registration (spec 4 and 5). An e-mail address that already has an account is refused (409), naming the field (ruling
 * 28).
 */
const registrationRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.post(
    paths.register,
    {
      schema: { body: registerRequest, response: responseSchemas(201, registerResponse) },
      preHandler: app.limitAttempts('register'),
    },
    async ({ body }, reply) => {
      const isAdded = await addUser(database, {
        email: body.email,
        password_hash: await hashPassword(body.password),
        first_name: body.first_name,
        last_name: body.last_name ?? null,
        phone: body.phone,
        company_name: body.company_name ?? null,
        website: body.website ?? null,
        business_type: body.business_type ?? null,
      });
      if (!isAdded) {
        throw new ApiError('email-taken', 'This e-mail address has an account already', {
          fields: { email: 'has an account already' },
        });
      }
      return reply.code(201).send({ registered: true });
    },
  );
};
export default registrationRoutes;
