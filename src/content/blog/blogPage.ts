import { useSelector } from '../../app/system/useSelector.ts';
import type { PostList } from '../../../machines/content/blog/events.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';

export interface ShownBlog {
  /** The requested page or, while it loads, the previous one. */
  readonly shown: PostList | undefined;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly state: string;
  readonly retry: () => void;
}

/** The page is open while the component is mounted. */
export function useBlogPage(page: number): ShownBlog {
  const blog = useFlow('blog', lazyFlows.blog);

  useWhileShown(blog, { shown: { type: 'blog.pageOpened', page } }, page);
  useWhileShown(blog, { left: { type: 'blog.closed' } });

  return {
    // A cached page is shown before the flow has handled blog.pageOpened.
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
