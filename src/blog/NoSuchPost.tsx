import { ButtonLink } from '../controls/ButtonLink.tsx';
import { ArrowLeftIcon } from '../icons/interface.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { NothingHere } from '../shell/NothingHere.tsx';

/** An address below the blog that leads to no post. */
export const NoSuchPost = () => (
  <NothingHere title="This page was never written" text="There is no post here, or there is none any more.">
    <PageTitle>Post not found</PageTitle>
    <ButtonLink to="/blog" icon={<ArrowLeftIcon />}>
      All posts
    </ButtonLink>
    <ButtonLink to="/meeting-room" weight="outlined">
      Find a meeting room
    </ButtonLink>
  </NothingHere>
);
