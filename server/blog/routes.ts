import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { blogPost, blogPostParams, blogQuery, blogResponse } from '../../contract/blog.ts';
import { paths } from '../../contract/paths.ts';
import { answers } from '../answers.ts';
import type { Database } from '../database/schema.ts';
import { pageNumbers } from '../pages.ts';
import { Refusal } from '../refusal.ts';
import { countPosts, postById, POSTS_PER_PAGE, postsOnPage } from './posts.ts';
import { revalidated } from '../plugins/revalidated.ts';

/** The blog's pages and posts (spec 2 and 7). */
const blogRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    paths.blog,
    { schema: { querystring: blogQuery, response: answers(200, blogResponse) }, ...revalidated() },
    async ({ query: { page } }) => {
      const numbers = pageNumbers(await countPosts(database), POSTS_PER_PAGE, page);
      return { results: await postsOnPage(database, page), ...numbers };
    },
  );

  app.get(
    paths.blogPost(':id'),
    { schema: { params: blogPostParams, response: answers(200, blogPost) }, ...revalidated() },
    async ({ params }) => {
      const post = await postById(database, params.id);
      if (!post) throw new Refusal('not-found', 'There is no such post');
      return post;
    },
  );
};
export default blogRoutes;
