import type { CSSObject, Theme } from '@mui/material/styles';

/** The width of a slot with the gap after it in the strip, in pixels: four of them are one press of an arrow (spec 2). */
export const SLOT_WIDTH = 50;
/** The gap between slots, in pixels. */
export const SLOT_GAP = 4;

/** From here on the day is a strip; on narrower screens each part of the day has rows of its own. */
export const STRIP = '@media (min-width: 48em)';
/** Rows of as many slots as a finger can hit one by one; each part of the day fills whole rows. */
export const ROWS_OF_4 = '@media (max-width: 21.49em)';
export const ROWS_OF_6 = '@media (min-width: 21.5em) and (max-width: 41.99em)';
export const ROWS_OF_12 = '@media (min-width: 42em) and (max-width: 47.99em)';

/** Stripes over a taken slot, so that its state is not shown by colour alone. */
export const hatching = (colour: string): string =>
  `repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in srgb, ${colour} 26%, transparent) 5px 6.5px)`;

/** One rule set for the whole list: 200 rooms have 9600 slots, too many for a styled component each. */
export const slotStyles = (theme: Theme): CSSObject => ({
  position: 'relative',
  height: 46,
  padding: 0,
  [STRIP]: { flex: 'none', width: SLOT_WIDTH - SLOT_GAP, height: 52 },
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
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
      insetBlockEnd: 7,
      [STRIP]: { insetBlockEnd: 9 },
      insetInlineStart: 'calc(50% - 4.5px)',
      width: 9,
      height: 5,
      borderInlineStart: '2px solid',
      borderBlockEnd: '2px solid',
      transform: 'rotate(-45deg)',
    },
    paddingBlockEnd: 12,
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
  // Where a row ends there is no next slot beside it.
  [ROWS_OF_4]: { '&[data-joined]:nth-of-type(4n)::before': { display: 'none' } },
  [ROWS_OF_6]: { '&[data-joined]:nth-of-type(6n)::before': { display: 'none' } },
  [ROWS_OF_12]: { '&[data-joined]:nth-of-type(12n)::before': { display: 'none' } },
  '&[aria-disabled]': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.taken,
    backgroundImage: hatching(theme.vars.palette.takenText),
    color: theme.vars.palette.takenText,
    textDecoration: 'line-through',
    cursor: 'not-allowed',
  },
  // Outside the opening hours: nobody has taken them.
  '&[data-closed]': {
    border: `1px dashed ${theme.vars.palette.line}`,
    backgroundColor: 'transparent',
    backgroundImage: 'none',
    textDecoration: 'none',
  },
});
