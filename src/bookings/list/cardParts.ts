import Card from '@mui/material/Card';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';

/** For a card and its skeleton: one column on a phone, else next to the picture. */
export const CardFrame = styled(Card)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '15rem minmax(0, 1fr)' },
})) as typeof Card;

export const photoStyles = (theme: Theme): CSSObject => ({
  height: 'auto',
  aspectRatio: '3 / 2',
  borderRadius: 0,
  [theme.breakpoints.up('sm')]: { aspectRatio: 'auto', position: 'relative', minHeight: '100%' },
});

export const CardText = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: theme.spacing(2, 2.5),
  alignContent: 'start',
  padding: theme.spacing(2.5),
  [theme.breakpoints.up('md')]: { padding: theme.spacing(3) },
}));

export const WHOLE_ROW = '1 / -1';
