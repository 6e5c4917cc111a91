import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../shell/SectionErrorBoundary.tsx';
import type { RoomSlots } from '../system/flows.ts';

const MissedTimesPanel = lazy(() => import('./MissedTimesPanel.tsx'));

/** What to have instead of times of a room that cannot be booked any more. Its code comes when it is needed. */
export function MissedTimes({ slots }: { slots: RoomSlots }) {
  const missed = useSelector(slots, ({ context }) => context.missed);
  if (!missed) return null;
  return (
    <SectionErrorBoundary>
      <Suspense>
        <MissedTimesPanel slots={slots} missed={missed} />
      </Suspense>
    </SectionErrorBoundary>
  );
}
