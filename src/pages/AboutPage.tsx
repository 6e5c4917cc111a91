import { brand } from '../../domain/brand.ts';
import { PlainPage } from './PlainPage.tsx';

export default function AboutPage() {
  return (
    <PlainPage
      name="About us"
      eyebrow="About Us"
      title="One address for the working day"
      picture="/images/room-08-creative-lounge.jpg"
    >
      {brand.name} brings meeting rooms, event and training spaces and the services around them to one place,
      so that teams in {brand.city} spend their time on the meeting and not on finding somewhere to hold it.
    </PlainPage>
  );
}
