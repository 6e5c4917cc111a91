import type { Selectable } from 'kysely';
import type { BookingTable } from '../platform/database/schema.ts';

/** A row of `booking`. */
export type StoredBooking = Selectable<BookingTable>;

/** Columns that identify a booking's slots. */
export type BookedRange = Pick<StoredBooking, 'id' | 'room_id' | 'day' | 'start_slot' | 'end_slot'>;
