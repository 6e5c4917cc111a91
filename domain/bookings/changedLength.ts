import { slotCount, type SlotRange } from '../time/slots.ts';

/** True when the booking keeps all of its slots and gets more of them. */
export const isLonger = (from: SlotRange, to: SlotRange): boolean =>
  to.start <= from.start && to.end >= from.end && slotCount(to) > slotCount(from);

/** True when the booking keeps some of its slots and gets no other ones. */
export const isShorter = (from: SlotRange, to: SlotRange): boolean => slotCount(to) > 0 && isLonger(to, from);

/** The first slot that a longer booking gets. */
export const firstAddedSlot = (from: SlotRange, to: SlotRange): number =>
  to.start < from.start ? to.start : from.end;

/** The slots before and after `from` that a longer booking gets. */
export const addedRanges = (from: SlotRange, to: SlotRange): readonly SlotRange[] =>
  [
    { start: to.start, end: from.start },
    { start: from.end, end: to.end },
  ].filter((range) => slotCount(range) > 0);
