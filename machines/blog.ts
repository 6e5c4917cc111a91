import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { BlogPost, BlogResponse } from '../contract/blog.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import { resourceMachine, UNUSED_CACHE_MS } from './resource.ts';

export type BlogEvent =
  /** A view turns to a page; pages count from 1. */
  | { type: 'blog.pageOpened'; page: number }
  /** The page that could not be loaded is asked for once more. */
  | { type: 'blog.retried' }
  /** Nobody looks at the blog any more. */
  | { type: 'blog.closed' }
  /** Nobody has looked at a page for as long as cached data stays. */
  | { type: 'blog.pageExpired'; page: number };

interface BlogContext {
  /** The page that was asked for last. */
  page: number;
  /** The page to be seen: the one asked for or, until that is there, the one before it. */
  shown: number | null;
  pages: Readonly<Record<number, BlogResponse>>;
  /** The page that came with the document: shown at once, and loaded anew when it is first opened. */
  initialPage: number | null;
  failure: Failure | null;
}

const timerOf = (page: number): string => `page-${page}`;

/** The pages of the blog: the old one stays in view while the next loads or fails, and each is kept a minute after its last use. */
export const blogMachine = setup({
  types: {
    context: {} as BlogContext,
    events: {} as BlogEvent,
    input: {} as BlogResponse | undefined,
    tags: {} as 'busy',
  },
  actors: {
    loadPage: fromPromise<BlogResponse, { page: number }>(() =>
      Promise.reject(new Error('loadPage is not provided')),
    ),
  },
  guards: { isCached: ({ context: { page, pages, initialPage } }) => page in pages && page !== initialPage },
  actions: {
    setPage: assign({
      page: ({ context, event }) => (event.type === 'blog.pageOpened' ? event.page : context.page),
      failure: null,
    }),
    clearFailure: assign({ failure: null }),
    show: enqueueActions(({ context: { page, shown }, enqueue }) => {
      enqueue.cancel(timerOf(page));
      if (shown !== null && shown !== page) {
        enqueue.raise(
          { type: 'blog.pageExpired', page: shown },
          { id: timerOf(shown), delay: UNUSED_CACHE_MS },
        );
      }
      enqueue.assign({ shown: page });
    }),
    hide: enqueueActions(({ context: { shown }, enqueue }) => {
      if (shown === null) return;
      enqueue.raise(
        { type: 'blog.pageExpired', page: shown },
        { id: timerOf(shown), delay: UNUSED_CACHE_MS },
      );
      enqueue.assign({ shown: null });
    }),
    removePage: assign({
      pages: ({ context, event }) => {
        if (event.type !== 'blog.pageExpired') return context.pages;
        const { [event.page]: _forgotten, ...others } = context.pages;
        return others;
      },
    }),
  },
}).createMachine({
  id: 'blog',
  context: ({ input }) => ({
    page: 1,
    shown: null,
    pages: input ? { [input.current_page]: input } : {},
    initialPage: input?.current_page ?? null,
    failure: null,
  }),
  initial: 'closed',
  on: {
    'blog.pageOpened': { target: '.deciding', actions: 'setPage' },
    'blog.closed': { target: '.closed', actions: 'hide' },
    'blog.pageExpired': { actions: 'removePage' },
  },
  states: {
    closed: {},
    deciding: { always: [{ guard: 'isCached', target: 'open', actions: 'show' }, { target: 'loading' }] },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ page: context.page }),
        onDone: {
          target: 'open',
          actions: [
            assign({
              pages: ({ context, event }) => ({ ...context.pages, [context.page]: event.output }),
              initialPage: ({ context }) =>
                context.initialPage === context.page ? null : context.initialPage,
            }),
            'show',
          ],
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    open: {},
    failed: { on: { 'blog.retried': { target: 'loading', actions: 'clearFailure' } } },
  },
});

/** A blog post; the key is its id. */
export const postMachine = resourceMachine<BlogPost>('post');

interface Needs {
  readonly blog: {
    page(page: number, signal: AbortSignal): Promise<BlogResponse>;
    post(id: string, signal: AbortSignal): Promise<BlogPost>;
  };
}

/** The flows of the blog: a page of it, and one post. */
export const blogFlows = [
  defineFlow({
    id: 'blog',
    machine: blogMachine,
    needs: ['blog'],
    provide: (machine, { blog }: Needs) =>
      machine.provide({
        actors: { loadPage: fromPromise(({ input, signal }) => blog.page(input.page, signal)) },
      }),
    input: ({ initialData }) => initialData.blog,
  }),
  defineFlow({
    id: 'post',
    machine: postMachine,
    needs: ['blog'],
    provide: (machine, { blog }: Needs) =>
      machine.provide({
        actors: { load: fromPromise(({ input, signal }) => blog.post(input.key, signal)) },
      }),
    input: ({ initialData }) => initialData.post,
  }),
] as const;
