import Button from '@mui/material/Button';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

export default function NotFoundPage() {
  return (
    <EmptyState
      title="There is no room behind this door"
      text="The page has moved or never existed. The rooms that do exist are one step away."
    >
      <PageTitle>Page not found</PageTitle>
      <Button href="/meeting-room">Find a meeting room</Button>
      <Button href="/" variant="outlined">
        Home
      </Button>
      <Button href="/blog" variant="text">
        Read the blog
      </Button>
    </EmptyState>
  );
}
