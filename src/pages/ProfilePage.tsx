import { PlainPage } from './PlainPage.tsx';

export default function ProfilePage() {
  return (
    <PlainPage
      name="My profile"
      eyebrow="My profile"
      title="User & Company Details"
      picture="/images/room-01-huddle-4.jpg"
    >
      You are signed in. Your details and, for members, your balance of Lit points have their place here.
    </PlainPage>
  );
}
