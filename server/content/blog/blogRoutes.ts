import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { blogPost, blogPostParams, blogQuery, blogResponse } from '../../../contract/content/blog.ts';
import { paths } from '../../../contract/paths.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { blogPageOf, postById } from './posts.ts';
import type { ReadContentVersion } from '../../platform/http/contentVersion.ts';
import { etag } from '../../platform/http/etag.ts';

interface BlogDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
}

/** Spec 2 and 7. */
const blogRoutes: FastifyPluginAsyncZod<BlogDeps> = async (app, { database, now, contentVersion }) => {
  const version = async () => (await contentVersion()).posts;

  app.get(
    paths.blog,
    {
      schema: {
        operationId: 'blogPosts',
        tags: ['Site'],
        summary: 'A page of the blog',
        querystring: blogQuery,
        response: responseSchemas(200, blogResponse),
        errors: ['not-found'],
      },
      ...etag(version),
    },
    ({ query: { page } }) => blogPageOf(database, page, now()),
  );

  app.get(
    paths.blogPost(':id'),
    {
      schema: {
        operationId: 'blogPost',
        tags: ['Site'],
        summary: 'A blog post with its text in Markdown',
        params: blogPostParams,
        response: responseSchemas(200, blogPost),
        errors: ['not-found'],
      },
      ...etag(version),
    },
    async ({ params }) => {
      const post = await postById(database, params.id, now());
      if (!post) throw new ApiError('not-found', 'There is no such post');
      return post;
    },
  );
};
export default blogRoutes;
