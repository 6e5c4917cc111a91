import Alert, { type AlertProps } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { lazy, Suspense } from 'react';
import type { Booking } from '../../../machines/bookings/booking.ts';
import { SectionErrorBoundary } from '../../app/errors/SectionErrorBoundary.tsx';
import { unpaidText } from './unpaidText.ts';

/** Loaded together with the flows of the checkout, which other bookings do not need. */
const UnpaidActions = lazy(() => import('./UnpaidActions.tsx'));

interface Props extends Pick<AlertProps, 'sx'> {
  booking: Booking;
}

/** Renders nothing for a booking that does not wait for a payment. */
export function UnpaidNotice({ booking, sx }: Props) {
  const text = unpaidText(booking);
  if (text === null) return null;
  return (
    <Alert severity="warning" role="none" icon={false} {...(sx && { sx })}>
      <AlertTitle>Waiting for your payment</AlertTitle>
      <span>{text}</span>
      {!booking.unpaid?.byLink && (
        <SectionErrorBoundary>
          <Suspense fallback={<div style={{ minHeight: '3.5rem' }} />}>
            <UnpaidActions bookingId={booking.id} />
          </Suspense>
        </SectionErrorBoundary>
      )}
    </Alert>
  );
}
