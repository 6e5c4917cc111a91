import type { CSSObject, Theme } from '@mui/material/styles';
import { hatching } from '../../ui/theme/translucent.ts';

/** With the gap, in pixels. A press of an arrow scrolls four slots (spec 2). */
export const SLOT_WIDTH = 50;
/** In pixels. */
export const SLOT_GAP = 4;

/** The width of this element decides how many slots are in a row on a phone. */
export const slotsContainer: CSSObject = { containerType: 'inline-size' };
/** This number of slots in a row makes them large enough for touch. Parts of the day fill whole rows. */
export const ROWS_OF_4 = '@container (width < 16.5em)';
export const ROWS_OF_6 = '@container (width >= 16.5em)';

/** One rule set for all slots: 200 rooms have 9600 slots, which are too many for styled components. */
export const slotStyles = (theme: Theme): CSSObject => ({
  position: 'relative',
  height: 46,
  padding: 0,
  // The strip.
  [theme.breakpoints.up('sm')]: { flex: 'none', width: SLOT_WIDTH - SLOT_GAP, height: 52 },
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: 1.15,
  whiteSpace: 'pre-line',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  touchAction: 'manipulation',
  '&:hover': { backgroundColor: theme.vars.palette.tint, borderColor: theme.vars.palette.primary.main },
  '&:focus-visible': { zIndex: 1, outlineOffset: 1 },
  '&[aria-selected="true"]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.contrastText,
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlockEnd: 5,
      [theme.breakpoints.up('sm')]: { insetBlockEnd: 9 },
      insetInlineStart: 'calc(50% - 4.5px)',
      width: 9,
      height: 5,
      borderInlineStart: '2px solid',
      borderBlockEnd: '2px solid',
      transform: 'rotate(-45deg)',
    },
    paddingBlockEnd: 10,
    [theme.breakpoints.up('sm')]: { paddingBlockEnd: 12 },
  },
  // Adjacent chosen slots are joined.
  '&[data-joined]': {
    borderStartEndRadius: 0,
    borderEndEndRadius: 0,
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: -1,
      insetInlineStart: '100%',
      width: 6,
      backgroundColor: theme.vars.palette.primary.main,
    },
  },
  '&[data-follows]': { borderStartStartRadius: 0, borderEndStartRadius: 0 },
  // The last slot of a row has no slot after it.
  [theme.breakpoints.down('sm')]: {
    [ROWS_OF_4]: { '&[data-joined]:nth-of-type(4n)::before': { display: 'none' } },
    [ROWS_OF_6]: { '&[data-joined]:nth-of-type(6n)::before': { display: 'none' } },
  },
  '&[aria-disabled]': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.taken,
    backgroundImage: hatching(theme.vars.palette.takenText),
    color: theme.vars.palette.takenText,
    textDecoration: 'line-through',
    cursor: 'not-allowed',
  },
  // Slots outside the opening hours look different from taken slots.
  '&[data-closed]': {
    border: `1px dashed ${theme.vars.palette.line}`,
    backgroundColor: 'transparent',
    backgroundImage: 'none',
    textDecoration: 'none',
  },
});
