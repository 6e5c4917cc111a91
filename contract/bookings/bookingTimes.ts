import type { z } from 'zod';
import { parseBookingTimes } from '../../domain/time/slots.ts';
import { calendarDate, rowId, slotBoundary } from '../values.ts';

/** Spec 3. */
export const bookingTimes = {
  mid: rowId,
  bdate: calendarDate,
  stime: slotBoundary,
  etime: slotBoundary,
  ctime: slotBoundary,
};

/** Refuses times that do not name one contiguous slot range (spec 5). */
export function checkContiguous(
  body: { stime: string; etime: string; ctime: string },
  context: z.RefinementCtx,
): void {
  if (parseBookingTimes(body) === null) {
    context.addIssue({
      code: 'custom',
      path: ['ctime'],
      message: 'stime, etime and ctime must be first start, last start and end of adjacent slots',
    });
  }
}
