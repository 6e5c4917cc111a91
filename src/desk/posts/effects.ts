import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskPostResponse, DeskPostsResponse } from '../../../contract/desk/posts.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export function createBlogEffects(authenticatedRequest: Send): DeskEffects['blogDesk'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  return {
    posts: async (signal) =>
      camelCased((await authenticatedRequest<DeskPostsResponse>({ url: deskPaths.posts, signal })).data),
    async post(id, signal) {
      const call = { url: deskPaths.post, params: { id }, signal };
      return camelCased((await authenticatedRequest<DeskPostResponse>(call)).data);
    },
    save: post(deskPaths.savePost),
    publish: post(deskPaths.publishPost),
    remove: post(deskPaths.deletePost),
    unpublish: post(deskPaths.unpublishPost),
  };
}
