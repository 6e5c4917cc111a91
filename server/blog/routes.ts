import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { blogPost, blogPostParams, blogQuery, blogResponse } from '../../contract/blog.ts';
import { paths } from '../../contract/paths.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Database } from '../database/schema.ts';
import { pageNumbers } from '../pagination.ts';
import { ApiError } from '../apiError.ts';
import { countPosts, postById, POSTS_PER_PAGE, postsOnPage } from './posts.ts';
import { etag } from '../plugins/etag.ts';

/** The blog's pages and posts (spec 2 and 7). */
const blogRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    paths.blog,
    { schema: { querystring: blogQuery, response: responseSchemas(200, blogResponse) }, ...etag() },
    async ({ query: { page } }) => {
      const numbers = pageNumbers(await countPosts(database), POSTS_PER_PAGE, page);
      return { results: await postsOnPage(database, page), ...numbers };
    },
  );

  app.get(
    paths.blogPost(':id'),
    { schema: { params: blogPostParams, response: responseSchemas(200, blogPost) }, ...etag() },
    async ({ params }) => {
      const post = await postById(database, params.id);
      if (!post) throw new ApiError('not-found', 'There is no such post');
      return post;
    },
  );
};
export default blogRoutes;
