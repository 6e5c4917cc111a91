import type { Room } from '../../../domain/rooms/room.ts';
import type { SeriesInterval } from '../../../domain/bookings/series.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../checkout/exports.ts';

export type SeriesEvent =
  /** `selection`: the one in the checkout. */
  | { type: 'series.opened'; selection: BookingSelection }
  | { type: 'series.intervalChosen'; every: SeriesInterval }
  | { type: 'series.countChosen'; count: number }
  /** A date that is not free gets another room or other times. */
  | { type: 'series.dateReplaced'; date: string; room: Room; range: SlotRange }
  /** A date that is not free is left out. */
  | { type: 'series.dateRemoved'; date: string }
  | { type: 'series.retried' }
  /** Slots of a day with alternatives were taken or released. */
  | { type: 'series.slotsOutdated' }
  /** CONFIRM was pressed while the form is open. */
  | { type: 'series.confirmed' }
  | { type: 'series.closed' };

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    series: SeriesEvent;
  }
}
