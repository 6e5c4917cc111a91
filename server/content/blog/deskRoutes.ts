import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  deletePostRequest,
  deskPostQuery,
  deskPostResponse,
  deskPostsResponse,
  blogPostChangedResponse,
  publishPostRequest,
  savePostRequest,
  unpublishPostRequest,
} from '../../../contract/desk/posts.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { deletePost, deskPost, deskPosts, publishPost, savePost, unpublishPost } from './editPosts.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';

/** Larger than the longest post as JSON, in any writing system. */
const POST_LIMIT_BYTES = 512 * 1024;

/** Editing the posts of the blog. */
const postRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'manager' } as const;
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'manager' }, work);
  const changed = responseSchemas(200, blogPostChangedResponse);

  app.get(
    deskPaths.posts,
    {
      config,
      schema: {
        operationId: 'deskPosts',
        tags: ['Desk'],
        summary: 'All posts of the blog, including those that are not on the site',
        response: responseSchemas(200, deskPostsResponse),
      },
    },
    async () => ({ data: await deskPosts(database, now()) }),
  );

  app.get(
    deskPaths.post,
    {
      config,
      schema: {
        operationId: 'deskPost',
        tags: ['Desk'],
        summary: 'A post with its text in Markdown',
        querystring: deskPostQuery,
        response: responseSchemas(200, deskPostResponse),
        errors: ['not-found'],
      },
    },
    async ({ query: { id } }) => ({ data: await deskPost(database, id, now()) }),
  );

  app.post(
    deskPaths.savePost,
    {
      config,
      bodyLimit: POST_LIMIT_BYTES,
      schema: {
        operationId: 'savePost',
        tags: ['Desk'],
        summary: 'Creates a draft, or changes the content of a post',
        body: savePostRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => savePost(tx, body, now())) }),
  );

  app.post(
    deskPaths.publishPost,
    {
      config,
      schema: {
        operationId: 'publishPost',
        tags: ['Desk'],
        summary: 'Publishes a post, immediately or at a later time',
        body: publishPostRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => publishPost(tx, body, now())) }),
  );

  app.post(
    deskPaths.unpublishPost,
    {
      config,
      schema: {
        operationId: 'unpublishPost',
        tags: ['Desk'],
        summary: 'Takes a post off the site',
        body: unpublishPostRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => unpublishPost(tx, body)) }),
  );

  app.post(
    deskPaths.deletePost,
    {
      config,
      schema: {
        operationId: 'deletePost',
        tags: ['Desk'],
        summary: 'Deletes a draft that has never been on the site',
        body: deletePostRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'was-published', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => deletePost(tx, body));
      return done;
    },
  );
};
export default postRoutes;
