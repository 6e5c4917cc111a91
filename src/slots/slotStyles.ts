import type { CSSObject, Theme } from '@mui/material/styles';

/** The width of a slot with the gap after it, in pixels; a day has 48 of them. */
export const SLOT_WIDTH = 56;

/** Stripes over a taken slot, so that its state is not shown by colour alone. */
export const hatching = (colour: string): string =>
  `repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in srgb, ${colour} 26%, transparent) 5px 6.5px)`;

/** One rule set for the whole list: 200 rooms have 9600 slots, too many for a styled component each. */
export const slotStyles = (theme: Theme): CSSObject => ({
  position: 'relative',
  flex: 'none',
  width: SLOT_WIDTH - 4,
  height: 52,
  padding: 0,
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
      insetBlockEnd: 9,
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
    '& + button': { borderStartStartRadius: 0, borderEndStartRadius: 0 },
  },
  '&[aria-disabled]': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.taken,
    backgroundImage: hatching(theme.vars.palette.takenText),
    color: theme.vars.palette.takenText,
    textDecoration: 'line-through',
    cursor: 'not-allowed',
  },
});
