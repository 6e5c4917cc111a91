import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { BlogPost } from '../../../contract/content/blog.ts';
import type { BlogEvent, PostList } from './events.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { resourceMachine, UNUSED_CACHE_MS } from '../../engine/resource/resource.ts';
import type { InitialResource } from '../../engine/resource/resourceEvents.ts';

interface BlogContext {
  page: number;
  /** The requested page or, while that loads, the previous one. */
  shown: number | null;
  pages: Readonly<Record<number, PostList>>;
  /** The page of the initial data: it is shown at once, and loaded again when it is first opened. */
  initialPage: number | null;
  failure: Failure | null;
}

const timerOf = (page: number): string => `page-${page}`;

/**
 * The list pages of the blog. The visible page stays while the next one loads or fails; each page is cached for a minute after
 * its last use.
 */
export const blogMachine = setup({
  types: {
    context: {} as BlogContext,
    events: {} as BlogEvent,
    input: {} as PostList | undefined,
    tags: {} as 'busy',
  },
  actors: {
    loadPage: fromPromise<PostList, { page: number }>(() =>
      Promise.reject(new Error('loadPage is not provided')),
    ),
  },
  guards: {
    isCached: ({ context: { page, pages, initialPage } }) => page in pages && page !== initialPage,
    mayRetry: ({ context }) => context.failure?.isTransient === true,
  },
  actions: {
    setPage: assign((_, { page }: { page: number }) => ({ page, failure: null })),
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
    removePage: assign(({ context }, { page }: { page: number }) => {
      const { [page]: _forgotten, ...pages } = context.pages;
      return { pages };
    }),
  },
}).createMachine({
  id: 'blog',
  context: ({ input }) => ({
    page: 1,
    shown: null,
    pages: input ? { [input.currentPage]: input } : {},
    initialPage: input?.currentPage ?? null,
    failure: null,
  }),
  initial: 'closed',
  on: {
    'blog.pageOpened': { target: '.deciding', actions: { type: 'setPage', params: ({ event }) => event } },
    'blog.closed': { target: '.closed', actions: 'hide' },
    'blog.pageExpired': { actions: { type: 'removePage', params: ({ event }) => event } },
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
    failed: {
      on: {
        'blog.retried': { target: 'loading', actions: 'clearFailure' },
        'app.resumed': { guard: 'mayRetry', target: 'loading', actions: 'clearFailure' },
      },
    },
  },
});

/** A blog post. The key is its id. */
export const postMachine = resourceMachine<BlogPost>('post');

interface Needs {
  readonly blog: {
    page(page: number, signal: AbortSignal): Promise<PostList>;
    post(id: string, signal: AbortSignal): Promise<BlogPost>;
  };
}

declare module '../../engine/visit.ts' {
  interface InitialData {
    readonly blog?: PostList;
    readonly post?: InitialResource<BlogPost>;
  }
}

export const blogFlows = [
  defineFlow({
    id: 'blog',
    machine: blogMachine,
    whenSessionEnds: 'kept',
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
    whenSessionEnds: 'kept',
    shows: ['posts'],
    needs: ['blog'],
    provide: (machine, { blog }: Needs) =>
      machine.provide({
        actors: { load: fromPromise(({ input, signal }) => blog.post(input.key, signal)) },
      }),
    input: ({ initialData }) => initialData.post,
  }),
] as const;
