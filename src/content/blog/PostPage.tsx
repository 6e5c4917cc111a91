import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useParams } from 'react-router-dom';
import type { BlogPost } from '../../../contract/content/blog.ts';
import { readingMinutes } from '../../../domain/content/post.ts';
import { postPath } from '../../../domain/content/sitePaths.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { PageDescription } from '../../ui/layout/PageDescription.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { LoadFailure } from './LoadFailure.tsx';
import { NoSuchPost } from './NoSuchPost.tsx';
import { PostByline } from './PostByline.tsx';
import { AdjacentPosts } from './AdjacentPosts.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostSkeleton } from './PostSkeleton.tsx';
import { PostText } from '../../ui/markdown/PostText.tsx';

const Column = styled('div')({ maxWidth: '46rem', marginInline: 'auto' });

const Photo = styled(PostPicture)(({ theme }) => ({
  aspectRatio: '16 / 9',
  borderRadius: 28,
  margin: theme.spacing(4, 0, 5),
  [theme.breakpoints.down('sm')]: { borderRadius: 20, margin: theme.spacing(3, 0, 4) },
}));

/** Post ids are row numbers. No request is made for any other id. */
const POST_ID = /^[1-9]\d{0,9}$/;

/** Spec 3. */
export default function PostPage() {
  const { id = '' } = useParams();
  return POST_ID.test(id) ? <PostById key={id} id={id} /> : <NoSuchPost />;
}

function PostById({ id }: { id: string }) {
  const { data: post, failure, isBusy, state, refresh } = useResource(useFlow('post', lazyFlows.blog), id);

  // The server rejects a number that is too large for an id.
  if (failure && !isBusy && (failure.status === 404 || failure.status === 400)) return <NoSuchPost />;
  return (
    <Container sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }} data-flow="post" data-state={state}>
      <Column>
        <Button sx={{ marginInlineStart: -1.75 }} href="/blog" variant="text" startIcon={<ArrowLeftIcon />}>
          All posts
        </Button>
        <VisuallyHidden role="status">{isBusy && !post ? 'Loading the post' : ''}</VisuallyHidden>
        {post && <Post post={post} />}
        {!post && failure && !isBusy && (
          <>
            <PageTitle>Post not loaded</PageTitle>
            <VisuallyHidden as="h1">The Blog</VisuallyHidden>
            <LoadFailure title="The post could not be loaded" text={failure.message} onRetry={refresh} />
          </>
        )}
        {!post && (!failure || isBusy) && (
          <>
            <PageTitle>The Blog</PageTitle>
            <PostSkeleton />
          </>
        )}
      </Column>
    </Container>
  );
}

const Post = ({ post }: { post: BlogPost }) => (
  <>
    <article>
      <PageTitle>{post.title}</PageTitle>
      <PageDescription path={postPath(post.id)}>{post.summary}</PageDescription>
      <Typography variant="h1" sx={{ marginBlockStart: 2 }}>
        {post.title}
      </Typography>
      <Typography variant="subtitle1" sx={{ marginBlock: 2, color: 'text.secondary' }}>
        {post.summary}
      </Typography>
      <PostByline post={post} minutes={readingMinutes(post.body)} />
      <Photo path={post.image} sizes="(min-width: 48em) 736px, calc(100vw - 2rem)" firstOn="allScreens" />
      <PostText text={post.body} />
    </article>
    <AdjacentPosts older={post.older} newer={post.newer} />
  </>
);
