import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { SparkIcon } from '../../ui/icons/interface.tsx';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { useBlogPage } from './blogPage.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { pageOfQuery } from './pagePath.ts';
import { Pager } from './Pager.tsx';
import { PostCard } from './PostCard.tsx';
import { PostCardSkeleton } from './PostCardSkeleton.tsx';
import { LARGE_POSTS, PostGrid } from './PostGrid.tsx';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

/** One placeholder for each post of a page (spec 2): two large ones and two rows of three. */
const placeholders = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Spec 2. */
export default function BlogPage() {
  const [query] = useSearchParams();
  const requestedPage = pageOfQuery(query);
  const { shown, failure, isBusy, state, retry } = useBlogPage(requestedPage);
  const navigationType = useNavigationType();
  const list = useRef<HTMLElement>(null);
  const shownPage = shown?.currentPage ?? null;

  // A new page starts at the top. After Back, the shell restores the scroll position.
  useAfterChange(shownPage, (previousPage) => {
    if (previousPage === null || shownPage === null) return;
    list.current?.focus({ preventScroll: true });
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  });

  // The pressed button disappears, so the focus moves to the list.
  const tryAgain = () => {
    list.current?.focus({ preventScroll: true });
    retry();
  };

  return (
    <Container sx={{ paddingBlockStart: 5, paddingBlockEnd: 10 }} data-flow="blog" data-state={state}>
      <PageTitle>{requestedPage === 1 ? 'The Blog' : `The Blog, page ${requestedPage}`}</PageTitle>
      <Typography variant="h1">The Blog</Typography>
      <Typography
        variant="subtitle1"
        sx={{ maxWidth: '36em', marginBlockStart: 1.5, marginBlockEnd: 4.5, color: 'text.secondary' }}
      >
        Notes on better meetings: agendas that fit on a card, rooms that suit the day, and what to do in half
        an hour.
      </Typography>
      <VisuallyHidden role="status">
        {isBusy && shownPage !== requestedPage
          ? `Loading page ${requestedPage}`
          : shown && !failure && `Page ${shownPage} of ${shown.totalPages}`}
      </VisuallyHidden>
      <section ref={list} tabIndex={-1} aria-label="Posts" aria-busy={isBusy && shownPage !== requestedPage}>
        {failure && shown && (
          <StaleNotice
            title={
              shownPage === requestedPage
                ? 'The blog could not be refreshed.'
                : `Page ${requestedPage} could not be loaded.`
            }
            text={failure.message}
            onRetry={tryAgain}
          />
        )}
        {failure && !shown && failure.status === 404 && <NoSuchPage page={requestedPage} />}
        {failure && !shown && failure.status !== 404 && (
          <LoadFailure title="The blog could not be loaded" text={failure.message} onRetry={tryAgain} />
        )}
        {!shown && !failure && (
          <PostGrid items={placeholders} keyOf={(placeholder) => placeholder}>
            {(_, index) => <PostCardSkeleton isLarge={index < LARGE_POSTS} />}
          </PostGrid>
        )}
        {shown?.results.length === 0 && <NoPosts />}
        {shown && shown.results.length > 0 && (
          <PostGrid
            items={shown.results}
            keyOf={({ id }) => id}
            isFaded={isBusy && shownPage !== requestedPage}
          >
            {(post, index) => <PostCard post={post} isLarge={index < LARGE_POSTS} isFirst={index === 0} />}
          </PostGrid>
        )}
      </section>
      {shown && shown.totalPages > 1 && (
        <Pager
          total={shown.totalPages}
          currentPage={shown.currentPage}
          loadingPage={isBusy ? requestedPage : null}
        />
      )}
    </Container>
  );
}

const NoSuchPage = ({ page }: { page: number }) => (
  <Notice
    icon={<SearchIcon />}
    title={`There is no page ${page}`}
    text="The blog does not go back that far. The newest posts are on its first page."
  >
    <Button href="/blog">See the newest posts</Button>
  </Notice>
);

const NoPosts = () => (
  <Notice icon={<SparkIcon />} title="No posts yet" text="The first post is coming soon.">
    <Button href="/meeting-room">Find a meeting room</Button>
  </Notice>
);
