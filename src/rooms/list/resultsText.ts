import type { RoomGroup } from '../../../machines/rooms/search/view.ts';
import type { Match } from '../../../domain/rooms/roomMatch.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';

export const groupHeading = (match: Match, wanted: SlotRange): string =>
  ({
    free: `Free ${rangeText(wanted)}`,
    'other-time': 'Free at another time that day',
    full: 'Full that day',
  })[match];

const countTexts = {
  free: (count: number, wanted: SlotRange) => `${count} free ${rangeText(wanted)}`,
  'other-time': (count: number) => `${count} at another time`,
  full: (count: number) => `${count} full`,
};

/** '3 free 3:00–5:00 PM, 4 at another time, 2 full'. */
export const resultsText = (groups: readonly RoomGroup[], wanted: SlotRange): string =>
  (['free', 'other-time', 'full'] as const)
    .flatMap((match) => {
      const count = groups.find((group) => group.match === match)?.rooms.length ?? 0;
      return count > 0 || match === 'free' ? [countTexts[match](count, wanted)] : [];
    })
    .join(', ');
