import { messages } from '../../domain/messages.ts';
import { PlainPage } from './PlainPage.tsx';

export default function JoinUsPage() {
  return (
    <PlainPage
      name="Join us"
      eyebrow="Join us"
      title={messages.registration.tagline}
      picture="/images/room-02-round-oak-6.jpg"
    >
      With an account you book rooms in a minute and find every booking in one place; members pay with Lit
      points, one for each hour.
    </PlainPage>
  );
}
