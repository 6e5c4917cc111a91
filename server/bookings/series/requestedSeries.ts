import type { BookSeriesRequest } from '../../../contract/bookings/series.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { slotsTakenError, SlotTaken } from '../../checkout/bookingTransaction.ts';
import { checkBookable, type BookableRange } from '../../checkout/checkBookable.ts';
import { requestedRange, type RequestedRange } from '../../slots/requestedRange.ts';
import { takenSlotsForQueries } from '../../slots/takenSlots.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';

/** In order of time, at least two. */
export type SeriesRanges<Range> = readonly [Range, ...Range[]];

/**
 * Validates every date of a series like a single booking and returns the dates in order of time. Throws what
 * `requestedRange` and `checkBookable` throw, 400 for two dates with a common slot, and 409 'email-unconfirmed' for an account
 * whose address is not confirmed.
 */
export async function bookableSeries(
  database: Database,
  { uid, dates, policy_from, headcount, wishes }: BookSeriesRequest,
  userId: string,
  now: EpochMs,
): Promise<SeriesRanges<BookableRange>> {
  const requested = dates
    .map((date) => requestedRange({ ...date, uid, policy_from, headcount, wishes }, userId, now))
    .sort((a, b) => a.day.localeCompare(b.day) || a.range.start - b.range.start || a.roomId - b.roomId);
  if (requested.some((one, nth) => requested.slice(0, nth).some((other) => overlap(one, other)))) {
    throw fieldError('dates', 'must not have the same times twice');
  }
  const bookable: BookableRange[] = [];
  for (const one of requested) bookable.push(await checkBookable(database, one));
  const [first, ...others] = bookable as [BookableRange, ...BookableRange[]];
  if (first.user.email_confirmed_at === null) {
    throw new ApiError('email-unconfirmed', 'A series needs a confirmed email address');
  }
  return [first, ...others];
}

const overlap = (one: RequestedRange, other: RequestedRange): boolean =>
  one.roomId === other.roomId &&
  one.day === other.day &&
  one.range.start < other.range.end &&
  other.range.start < one.range.end;

/** 409: the `slotsTakenError` of the first date that is not free. */
async function seriesTakenError(database: Database, dates: SeriesRanges<RequestedRange>): Promise<ApiError> {
  const found = await takenSlotsForQueries(
    database,
    dates.map(({ roomId, day, userId, now }) => ({ roomIds: [roomId], day, userId, now })),
  );
  const takenDate = dates.find(({ roomId, range }, index) => {
    const availability = found[index]?.get(roomId);
    return !availability || !isRangeFree(availability, range);
  });
  return slotsTakenError(database, takenDate ?? dates[0], null);
}

/** Runs a series' transaction. After the rollback, a `SlotTaken` thrown by `work` becomes the 409 of `seriesTakenError`. */
export async function runSeriesTransaction<T>(
  database: Database,
  dates: SeriesRanges<RequestedRange>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    throw await seriesTakenError(database, dates);
  }
}
