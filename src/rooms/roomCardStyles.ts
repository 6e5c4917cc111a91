import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * The layout of a room's card and its skeleton: one column on a phone, beside the picture on a desktop. On a tablet the
 * name is beside the picture, and the slots have the card's whole width.
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
  // The selection and Book now.
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
    // The slots and everything below them.
    '& .about > :nth-of-type(n + 2)': { gridColumn: '1 / -1' },
  },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(16rem, 21rem) minmax(0, 1fr)',
    '& .photo': { position: 'relative', aspectRatio: 'auto', minHeight: '100%' },
    '& .photo img': { position: 'absolute', inset: 0 },
    '& .about': { padding: theme.spacing(3) },
  },
});
