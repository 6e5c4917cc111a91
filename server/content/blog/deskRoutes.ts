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
    { config, schema: { response: responseSchemas(200, deskPostsResponse) } },
    async () => ({ data: await deskPosts(database, now()) }),
  );

  app.get(
    deskPaths.post,
    { config, schema: { querystring: deskPostQuery, response: responseSchemas(200, deskPostResponse) } },
    async ({ query: { id } }) => ({ data: await deskPost(database, id, now()) }),
  );

  app.post(
    deskPaths.savePost,
    { config, bodyLimit: POST_LIMIT_BYTES, schema: { body: savePostRequest, response: changed } },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => savePost(tx, body, now())) }),
  );

  app.post(
    deskPaths.publishPost,
    { config, schema: { body: publishPostRequest, response: changed } },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => publishPost(tx, body, now())) }),
  );

  app.post(
    deskPaths.unpublishPost,
    { config, schema: { body: unpublishPostRequest, response: changed } },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => unpublishPost(tx, body)) }),
  );

  app.post(
    deskPaths.deletePost,
    { config, schema: { body: deletePostRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await change(staff, (tx) => deletePost(tx, body));
      return done;
    },
  );
};
export default postRoutes;
