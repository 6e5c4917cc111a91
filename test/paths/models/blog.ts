import { blogMachine } from '../../../machines/content/blog/blog.ts';
import type { MachineModel } from '../paths.ts';

export const blog: MachineModel = {
  machine: blogMachine,
  inputs: [undefined, { results: [], totalPages: 3, currentPage: 1 }],
  payloads: {
    'blog.pageOpened': [{ page: 1 }, { page: 2 }],
    'blog.pageExpired': [{ page: 1 }],
    'xstate.done.actor.loadPage': [{ output: { results: [], totalPages: 3, currentPage: 1 } }],
    'xstate.error.actor.loadPage': [{ error: 'failed' }],
  },
  // The timer of a page starts when the page is left.
  canHappen: ({ context }, { type, page }) =>
    type !== 'blog.pageExpired' ||
    (page in context.pages && context.shown !== page && context.initialPage !== page),
  key: ({ context }) => ({
    page: context.page,
    shown: context.shown,
    pages: Object.keys(context.pages),
  }),
};
