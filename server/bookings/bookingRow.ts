import type { Insertable, RawBuilder } from 'kysely';
import type { BookingTable } from '../database/schema.ts';
import type { RoomSlotRange } from './bookingSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/** The columns of a booking's room, day and slot range. */
export const slotRangeColumns = ({ roomId, day, range }: RoomSlotRange) => ({
  room_id: roomId,
  day,
  start_slot: range.start,
  end_slot: range.end,
});

/** The columns of a booking that follow from its request: whose it is, where and when, and that it is made now. */
export const requestedColumns = (requested: RequestedRange) => ({
  user_id: requested.userId,
  ...slotRangeColumns(requested),
  created_at: new Date(requested.now),
});

/** The other columns of a new booking. */
export type BookingValues = Omit<
  Insertable<BookingTable>,
  keyof ReturnType<typeof requestedColumns> | 'policy'
> & {
  /** What cancelling it returns (`policyAt`). */
  readonly policy?: RawBuilder<string>;
};
