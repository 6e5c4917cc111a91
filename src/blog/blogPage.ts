import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { BlogResponse } from '../../contract/blog.ts';
import type { Failure } from '../../machines/failure.ts';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

export interface ShownBlog {
  /** The page to be seen: the one asked for or, until that is there, the one before it. */
  readonly shown: BlogResponse | undefined;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly state: string;
  readonly retry: () => void;
}

/** Shows a page of the blog as long as the view is there. */
export function useBlogPage(page: number): ShownBlog {
  const blog = useFlow('blog');

  useEffect(() => blog.send({ type: 'blog.pageOpened', page }), [blog, page]);
  useEffect(() => () => blog.send({ type: 'blog.closed' }), [blog]);

  return {
    // A page that is kept is there at once, before the flow has heard of the view.
    shown: useSelector(
      blog,
      ({ context: { pages, shown } }) => pages[page] ?? (shown === null ? undefined : pages[shown]),
    ),
    failure: useSelector(blog, ({ context }) => context.failure),
    isBusy: useSelector(blog, (snapshot) => snapshot.hasTag('busy')),
    state: useSelector(blog, ({ value }) => statePath(value)),
    retry: () => blog.send({ type: 'blog.retried' }),
  };
}
