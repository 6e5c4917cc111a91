import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { Staff } from '../../../machines/desk/flows.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { CardList, CardPhoto, CardText, CardTitle, ListCard } from '../ui/CardList.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { PostEditor } from './PostEditor.tsx';
import { PostForm } from './PostForm.tsx';
import { PostStatusChip } from './PostStatusChip.tsx';

const PostCard = styled(ListCard)(({ theme }) => ({
  gridTemplateColumns: '7rem minmax(0, 1fr)',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '5rem minmax(0, 1fr)' },
}));

const Photo = styled(CardPhoto)({ aspectRatio: '16 / 9' });

const State = styled(CardText)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1.5),
  margin: theme.spacing(0.5, 0, 0),
}));

interface Props {
  readonly staff: Staff;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

export function PostsView({ staff, now }: Props) {
  const [query] = useSearchParams();
  const requestedPost = query.get('post');
  if (requestedPost === 'new') return <PostForm post={null} author={staff.name} />;
  return requestedPost === null ? (
    <PostList />
  ) : (
    <PostEditor key={requestedPost} id={requestedPost} now={now} />
  );
}

function PostList() {
  const resource = useResource(useDeskFlow('deskPosts'), 'all');
  const { data: posts, isBusy, state } = resource;
  return (
    <div data-flow="deskPosts" data-state={state} aria-busy={isBusy}>
      <Button href="/desk?view=blog&post=new" startIcon={<PlusIcon />}>
        Write a post
      </Button>
      <DeskLoading resource={resource} />
      {posts?.length === 0 && <p>There are no posts yet.</p>}
      <CardList aria-label="Posts">
        {posts?.map((post) => (
          <li key={post.id}>
            <PostCard>
              <Photo path={post.image} alt="" sizes="112px" widths={[400]} />
              <div>
                <CardTitle>
                  <Link href={`/desk?view=blog&post=${post.id}`}>{post.title}</Link>
                </CardTitle>
                <State>
                  <PostStatusChip state={post.state} />
                  <span>{`${post.author}, ${longDate(post.date)}`}</span>
                </State>
              </div>
            </PostCard>
          </li>
        ))}
      </CardList>
    </div>
  );
}
