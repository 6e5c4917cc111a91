import Stack from '@mui/material/Stack';
import Card from '@mui/material/Card';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';

// The layout of a post's card and its skeleton. On a tablet a large card has its picture next to the text.
export const PostCardFrame = styled(Card)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  height: '100%',
  [theme.breakpoints.between('sm', 'md')]: {
    '&[data-large]': { gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr)', gridTemplateRows: 'auto' },
  },
})) as typeof Card;

export const postCardPhotoStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  height: 'auto',
  aspectRatio: '16 / 9',
  borderRadius: 0,
  [theme.breakpoints.between('sm', 'md')]: {
    '[data-large] > &': { position: 'relative', aspectRatio: 'auto', minHeight: '17rem' },
  },
});

export const PostCardText = styled(Stack)(({ theme }) => ({
  gap: theme.spacing(1.25),
  padding: theme.spacing(2.5),
  '[data-large] > &': {
    gap: theme.spacing(1.5),
    padding: theme.spacing(2.5, 2.5, 3),
    [theme.breakpoints.up('md')]: { padding: theme.spacing(3, 3.5, 3.5) },
  },
}));
