import type { PastBookings } from './booking.ts';
import { downloadFlow } from '../engine/download.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';

interface Needs {
  readonly pastBookings: {
    /** `month` is 'YYYY-MM', or '' for the latest month. */
    ofMonth(month: string, signal: AbortSignal): Promise<PastBookings>;
  };
}

/** The key is the month. */
const pastBookingsFlow = resourceFlow<'pastBookings', PastBookings, Needs>(
  'pastBookings',
  { needs: ['pastBookings'], shows: ['bookings', 'invoices'] },
  ({ pastBookings }, month, signal) => pastBookings.ofMonth(month, signal),
);

export const pastBookingsFlows = [pastBookingsFlow, downloadFlow] as const;
