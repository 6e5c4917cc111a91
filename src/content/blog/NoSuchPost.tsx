import Button from '@mui/material/Button';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';

export const NoSuchPost = () => (
  <EmptyState
    title="There is no such post"
    text="There is no post at this address, or it has been taken down."
  >
    <PageTitle>Post not found</PageTitle>
    <Button href="/blog" startIcon={<ArrowLeftIcon />}>
      All posts
    </Button>
    <Button href="/meeting-room" variant="outlined">
      Find a meeting room
    </Button>
  </EmptyState>
);
