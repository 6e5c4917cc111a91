import { useSelector } from '../app/system/useSelector.ts';
import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../app/errors/SectionErrorBoundary.tsx';
import type { RoomSlotsActor } from '../app/system/flows.ts';

const MissedTimesPanel = lazy(() => import('./waitingList/MissedTimesPanel.tsx'));

/** For chosen times of a room that can no longer be booked. The panel is loaded on first use. */
export function MissedTimes({ slots }: { slots: RoomSlotsActor }) {
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
