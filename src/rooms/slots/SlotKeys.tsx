import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

export const SLOT_KEYS_ID = 'slot-keys';

/** The instructions are on the page once, and every room's grid refers to them. */
export const SlotKeys = () => (
  <VisuallyHidden id={SLOT_KEYS_ID}>
    The left and right arrow keys move by 30 minutes, up and down by a row where there are rows, Home and End
    go to the start and end of the day, Space selects, and Shift with an arrow key extends the selection.
  </VisuallyHidden>
);
