import type { CSSObject, Theme } from '@mui/material/styles';

/** The layout of a booking's card and its skeleton: one column on a phone, else beside the picture. */
export const bookingCardStyles = (theme: Theme): CSSObject => ({
  position: 'relative',
  display: 'grid',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '15rem minmax(0, 1fr)' },
  '& .photo': {
    height: 'auto',
    aspectRatio: '3 / 2',
    borderRadius: 0,
    [theme.breakpoints.up('sm')]: { aspectRatio: 'auto', position: 'relative', minHeight: '100%' },
    '& img': { [theme.breakpoints.up('sm')]: { position: 'absolute', inset: 0 } },
  },
  '& .text': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: theme.spacing(2, 2.5),
    alignContent: 'start',
    padding: theme.spacing(2.5),
    [theme.breakpoints.up('md')]: { padding: theme.spacing(3) },
  },
  '& .wide': { gridColumn: '1 / -1' },
});
