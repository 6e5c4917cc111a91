import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { useOptionalFlow } from '../system/flows.ts';

/** Fetched as soon as a booking begins; where that fails, the booking's own page still says all of it. */
const ReminderBar = lazy(() => import('./ReminderBar.tsx').catch(() => ({ default: () => null })));

/**
 * On every page but the booking's own: that a booking is under way there, or what has become of it. The region is there
 * before it says anything, or screen readers would miss it.
 */
export function BookingReminder() {
  const checkout = useOptionalFlow('checkout');
  const hasBegun = useSelector(checkout, (snapshot) => snapshot?.hasTag('empty') === false);
  return (
    <div role="status">
      {checkout && hasBegun && (
        <Suspense>
          <ReminderBar checkout={checkout} />
        </Suspense>
      )}
    </div>
  );
}
