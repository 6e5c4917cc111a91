import { messages } from '../../domain/messages.ts';
import { PlainPage } from './PlainPage.tsx';

export default function EventTrainingPage() {
  return (
    <PlainPage
      name="Event & Training"
      eyebrow="Event & Training"
      title={messages.events.underDevelopment}
      picture="/images/room-09-event-hall.jpg"
    >
      Halls for conferences and rooms for training days are on their way to this page. Until then the larger
      meeting rooms seat up to a whole class, and can be booked today.
    </PlainPage>
  );
}
