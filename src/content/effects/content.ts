import type { PolicyTextResponse } from '../../../contract/business.ts';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { ComingEventsResponse, Event } from '../../../contract/content/events.ts';
import { paths } from '../../../contract/paths.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { rangedIfTimed } from '../../../domain/time/apiTimes.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** What the site publishes. The calls need no session. */
export const createContent = (send: Send): Pick<Effects, 'blog' | 'events' | 'policies'> => ({
  blog: {
    page: async (page, signal) =>
      camelCased(await send<BlogResponse>({ url: paths.blog, params: { page }, signal })),
    post: (id, signal) => send<BlogPost>({ url: paths.blogPost(Number(id)), signal }),
  },
  events: {
    async coming(signal) {
      const { data } = await send<ComingEventsResponse>({ url: paths.comingEvents, signal });
      return data.map(rangedIfTimed);
    },
    event: async (id, signal) => rangedIfTimed(await send<Event>({ url: paths.event(Number(id)), signal })),
  },
  policies: {
    async text(name, signal) {
      const { data } = await send<PolicyTextResponse>({ url: paths.policyText, params: { name }, signal });
      return camelCased(data);
    },
  },
});
