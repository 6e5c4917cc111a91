import type { Room } from '../rooms/room.ts';
import type { SlotRange } from '../time/slots.ts';

/** Instead of taken times: the nearest free times of the same length, and other rooms that are free at the same times. */
export interface Alternatives {
  readonly times: readonly SlotRange[];
  readonly rooms: readonly Room[];
}
