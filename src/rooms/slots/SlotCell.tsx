import { memo } from 'react';
import { isUnavailable, slotName, slotText, type SlotState } from './slotName.ts';

interface Props {
  slot: number;
  state: SlotState;
  /** The slot and the next one are chosen. */
  joinsNext: boolean;
  /** The slot and the previous one are chosen. */
  joinsPrevious: boolean;
  isTabStop: boolean;
  slotPaise: number;
}

/** Memoised: it renders only when its props change. The grid handles the events. */
export const SlotCell = memo(({ slot, state, joinsNext, joinsPrevious, isTabStop, slotPaise }: Props) => (
  <button
    type="button"
    role="gridcell"
    aria-selected={state === 'chosen'}
    aria-disabled={isUnavailable(state) || undefined}
    data-closed={state === 'closed' || undefined}
    aria-label={slotName(slot, state, slotPaise)}
    data-slot={slot}
    data-joined={joinsNext || undefined}
    data-follows={joinsPrevious || undefined}
    tabIndex={isTabStop ? 0 : -1}
  >
    {slotText(slot)}
  </button>
));
SlotCell.displayName = 'SlotCell';
