import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Database } from '../../platform/database/schema.ts';

const FILE = /^([a-f\d]{24})((?:-(?:400|800|1200))?\.(avif|webp|jpg))$/;
const types: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Undefined when there is no such file. */
const bytesOf = async (database: Database, picture: string, file: string) =>
  (
    await database
      .selectFrom('picture_file')
      .select('bytes')
      .where('picture', '=', picture)
      .where('file', '=', file)
      .executeTakeFirst()
  )?.bytes;

/** Serves uploaded pictures from the database. Their names are hashes, so browsers may cache them permanently. */
export default async function pictureRoutes(app: FastifyInstance, { database }: { database: Database }) {
  app.get<{ Params: { file: string } }>('/images/uploaded/:file', async ({ params }, reply) => {
    const [, picture = '', file = '', format = ''] = FILE.exec(params.file) ?? [];
    const bytes = picture === '' ? undefined : await bytesOf(database, picture, file);
    if (!bytes) throw new ApiError('not-found', 'There is no such picture');
    return reply
      .type(types[format] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes));
  });
}
