import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * The frame of a room's card, also while it loads. On a phone all is in a column, on a desktop beside the picture; on a
 * tablet the name is beside the picture and the day has the card's whole width.
 */
export const roomCardStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  '& .photo': { aspectRatio: '3 / 2', borderRadius: 0 },
  '& .about': {
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(2),
    minWidth: 0,
    padding: theme.spacing(2.5),
  },
  // What has been chosen, and Book now.
  '& .booking': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(1.5, 3),
    marginBlockStart: 'auto',
    paddingBlockStart: theme.spacing(2),
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  },
  [theme.breakpoints.between('sm', 'md')]: {
    grid: 'auto 1fr / 15rem minmax(0, 1fr)',
    gap: theme.spacing(2, 2.5),
    padding: theme.spacing(2.5),
    '& .photo': { gridRow: 'span 2', borderRadius: 14 },
    '& .about': { display: 'contents' },
    // The slots, and what is below them.
    '& .about > :nth-of-type(n + 2)': { gridColumn: '1 / -1' },
  },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(16rem, 21rem) minmax(0, 1fr)',
    '& .photo': { position: 'relative', aspectRatio: 'auto', minHeight: '100%' },
    '& .photo img': { position: 'absolute', inset: 0 },
    '& .about': { padding: theme.spacing(3) },
  },
});
