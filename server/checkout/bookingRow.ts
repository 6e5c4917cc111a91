import type { Insertable, RawBuilder } from 'kysely';
import type { BookingTable } from '../platform/database/schema.ts';
import type { RoomSlotRange } from '../slots/bookingSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

export const slotRangeColumns = ({ roomId, day, range }: RoomSlotRange) => ({
  room_id: roomId,
  day,
  start_slot: range.start,
  end_slot: range.end,
});

/** Columns that follow from the request: user, room, day, slot range and creation time. */
export const requestedColumns = (requested: RequestedRange) => ({
  user_id: requested.userId,
  ...slotRangeColumns(requested),
  created_at: new Date(requested.now),
  headcount: requested.visit?.headcount ?? null,
  wishes: requested.visit?.wishes ?? null,
});

/** Columns that `requestedColumns` does not set. */
export type BookingValues = Omit<
  Insertable<BookingTable>,
  keyof ReturnType<typeof requestedColumns> | 'policy' | 'by_new_customer'
> & {
  /** `policyAt`. */
  readonly policy?: RawBuilder<string>;
  readonly by_new_customer?: RawBuilder<boolean>;
};
