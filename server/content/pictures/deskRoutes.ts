import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { addPictureQuery, addPictureResponse } from '../../../contract/desk/pictures.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../../domain/rooms/pictures.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { makePictureFiles } from './pictureFiles.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { addPicture } from './pictures.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange } from '../../audit/staffChange.ts';

/** Browsers send this type when they do not know the type of a file. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Uploading a picture. Only this route accepts a binary body; it is read after the role was checked, and up to the limit. */
const pictureRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  app.addContentTypeParser([...PICTURE_TYPES, UNKNOWN_TYPE], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post(
    deskPaths.addPicture,
    {
      config: { role: 'manager' },
      bodyLimit: MAX_PICTURE_BYTES,
      schema: {
        operationId: 'addPicture',
        tags: ['Desk'],
        summary: 'Stores a picture of a room or post, in the widths and formats of the site',
        consumes: PICTURE_TYPES,
        querystring: addPictureQuery,
        response: responseSchemas(200, addPictureResponse),
      },
    },
    async ({ body, query: { use }, staff }, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!Buffer.isBuffer(body)) {
        throw new ApiError('unsupported-media', 'The body must be a picture in JPEG, PNG, WebP or AVIF');
      }
      // The conversion takes seconds, so it is outside the transaction.
      const files = await makePictureFiles(body, use);
      const data = await staffChange({ database, now, staff, role: 'manager' }, (tx) =>
        addPicture(tx, files, use, now()),
      );
      return { data };
    },
  );
};
export default pictureRoutes;
