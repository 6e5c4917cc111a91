import { memo } from 'react';
import { isUnavailable, shortTime, slotName, type SlotState } from './slotName.ts';

interface Props {
  slot: number;
  state: SlotState;
  /** The next slot is chosen too. */
  isJoined: boolean;
  /** The slot before it is chosen too. */
  follows: boolean;
  isTabStop: boolean;
  slotPaise: number;
}

/** One slot. It is memoised and renders only when its props change; its list handles the events. */
export const SlotCell = memo(({ slot, state, isJoined, follows, isTabStop, slotPaise }: Props) => (
  <button
    type="button"
    role="gridcell"
    aria-selected={state === 'chosen'}
    aria-disabled={isUnavailable(state) || undefined}
    data-closed={state === 'closed' || undefined}
    aria-label={slotName(slot, state, slotPaise)}
    data-slot={slot}
    data-joined={isJoined || undefined}
    data-follows={follows || undefined}
    tabIndex={isTabStop ? 0 : -1}
  >
    {shortTime(slot)}
  </button>
));
SlotCell.displayName = 'SlotCell';
