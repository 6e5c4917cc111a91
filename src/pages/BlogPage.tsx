import { PlainPage } from './PlainPage.tsx';

export default function BlogPage() {
  return (
    <PlainPage name="The Blog" eyebrow="Blog" title="The Blog" picture="/images/room-05-u-shape-12.jpg">
      Notes on meetings worth having: agendas that fit on a card, rooms that suit the day, and what a good
      half hour can hold.
    </PlainPage>
  );
}
