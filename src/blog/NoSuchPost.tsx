import { ButtonLink } from '../controls/ButtonLink.tsx';
import { ArrowLeftIcon } from '../icons/interface.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { NothingHere } from '../shell/NothingHere.tsx';

/** An address below the blog that leads to no post. */
export const NoSuchPost = () => (
  <NothingHere
    title="There is no such post"
    text="There is no post at this address, or it has been taken down."
  >
    <PageTitle>Post not found</PageTitle>
    <ButtonLink to="/blog" icon={<ArrowLeftIcon />}>
      All posts
    </ButtonLink>
    <ButtonLink to="/meeting-room" weight="outlined">
      Find a meeting room
    </ButtonLink>
  </NothingHere>
);
