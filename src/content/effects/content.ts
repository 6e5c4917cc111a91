import type { PolicyTextResponse } from '../../../contract/business.ts';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import { paths } from '../../../contract/paths.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** What the site publishes. The calls need no session. */
export const createContent = (send: Send): Pick<Effects, 'blog' | 'policies'> => ({
  blog: {
    page: async (page, signal) =>
      camelCased(await send<BlogResponse>({ url: paths.blog, params: { page }, signal })),
    post: (id, signal) => send<BlogPost>({ url: paths.blogPost(Number(id)), signal }),
  },
  policies: {
    async text(name, signal) {
      const { data } = await send<PolicyTextResponse>({ url: paths.policyText, params: { name }, signal });
      return camelCased(data);
    },
  },
});
