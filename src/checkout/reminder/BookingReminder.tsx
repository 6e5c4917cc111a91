import { useSelector } from '../../app/system/useSelector.ts';
import { lazy, Suspense } from 'react';
import { useOptionalFlow } from '../../app/system/flows.ts';

/** Loaded when a booking begins. If loading fails, nothing is rendered; the booking page shows the same information. */
const ReminderBar = lazy(() => import('./ReminderBar.tsx').catch(() => ({ default: () => null })));

/**
 * Shows an open booking or its result on every page except the booking page. Screen readers announce the text only if the
 * live region existed before it.
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
