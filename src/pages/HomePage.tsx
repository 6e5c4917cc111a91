import { brand } from '../../domain/brand.ts';
import { PlainPage } from './PlainPage.tsx';

export default function HomePage() {
  return (
    <PlainPage
      name={brand.tagline}
      eyebrow={brand.city}
      title="A room that is ready when your people are"
      picture="/images/hero-coworking.jpg"
      pictureRatio={[5, 3]}
    >
      Huddles for four, boardrooms for sixteen, a hall for the whole company: see every room’s free
      half-hours, book exactly the time you need, and know at once that it is yours.
    </PlainPage>
  );
}
