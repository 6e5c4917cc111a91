import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../shell/SectionErrorBoundary.tsx';
import { type RoomSlots, useOptionalFlow } from '../system/flows.ts';

const MissedTimesPanel = lazy(() => import('./MissedTimesPanel.tsx'));

interface Props {
  slots: RoomSlots;
  roomId: number;
}

/** What to have instead of times that somebody else has in this room. Its code comes when it is needed. */
export function MissedTimes({ slots, roomId }: Props) {
  const waitlist = useOptionalFlow('waitlist');
  const missed = useSelector(waitlist, (snapshot) =>
    snapshot?.context.missed?.room.id === roomId ? snapshot.context.missed : null,
  );
  if (!waitlist || !missed) return null;
  return (
    <SectionErrorBoundary>
      <Suspense>
        <MissedTimesPanel waitlist={waitlist} slots={slots} missed={missed} />
      </Suspense>
    </SectionErrorBoundary>
  );
}
