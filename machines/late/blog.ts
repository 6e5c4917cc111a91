import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { blogMachine } from '../blog.ts';
import { postMachine } from '../resources.ts';

/** The flows of the blog: a page of it, and one post. */
export const blogFlows = (({ blog }) => ({
  blog: blogMachine.provide({
    actors: { loadPage: fromPromise(({ input, signal }) => blog.page(input.page, signal)) },
  }),
  post: postMachine.provide({
    actors: { load: fromPromise(({ input, signal }) => blog.post(input.key, signal)) },
  }),
})) satisfies LateFlows;
