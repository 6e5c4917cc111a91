import { ButtonLink } from '../controls/ButtonLink.tsx';
import { NothingHere } from '../shell/NothingHere.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';

/** A path of the site that leads to nothing. */
export default function NotFoundPage() {
  return (
    <NothingHere
      title="There is no room behind this door"
      text="The page has moved or never existed. The rooms that do exist are one step away."
    >
      <PageTitle>Page not found</PageTitle>
      <ButtonLink to="/meeting-room">Find a meeting room</ButtonLink>
      <ButtonLink to="/" weight="outlined">
        Home
      </ButtonLink>
      <ButtonLink to="/blog" weight="quiet">
        Read the blog
      </ButtonLink>
    </NothingHere>
  );
}
