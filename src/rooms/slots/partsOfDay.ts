import { SLOTS_PER_DAY } from '../../../domain/time/slots.ts';

export interface PartOfDay {
  readonly name: string;
  readonly slots: readonly number[];
}

const HOURS_PER_PART = 6;
const SLOTS_PER_PART = HOURS_PER_PART * 2;

/** All parts have the same number of slots, so that each fills whole rows on a phone. */
export const partsOfDay: readonly PartOfDay[] = ['Night', 'Morning', 'Afternoon', 'Evening'].map(
  (name, index) => ({
    name,
    slots: Array.from({ length: SLOTS_PER_DAY / 4 }, (_, slot) => index * SLOTS_PER_PART + slot),
  }),
);
