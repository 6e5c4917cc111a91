import type { CSSObject, Theme } from '@mui/material/styles';

/** The layout of a post's card and its skeleton. On a tablet a large card has its picture beside the text. */
export const postCardStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  height: '100%',
  '& .photo': { height: 'auto', aspectRatio: '16 / 9', borderRadius: 0 },
  '& .text': {
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(1.25),
    padding: theme.spacing(2.5),
  },
  '&[data-large] .text': { gap: theme.spacing(1.5), padding: theme.spacing(2.5, 2.5, 3) },
  [theme.breakpoints.between('sm', 'md')]: {
    '&[data-large]': {
      gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr)',
      gridTemplateRows: 'auto',
    },
    '&[data-large] .photo': { position: 'relative', aspectRatio: 'auto', minHeight: '17rem' },
    '&[data-large] .photo img': { position: 'absolute', inset: 0 },
  },
  [theme.breakpoints.up('md')]: { '&[data-large] .text': { padding: theme.spacing(3, 3.5, 3.5) } },
});
