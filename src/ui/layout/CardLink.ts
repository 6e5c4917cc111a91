import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';

/** The title of a card: the whole card is clickable, and screen readers read only the title. The card is an `article` with a position. */
export const CardLink = styled(Link)(({ theme }) => ({
  color: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 24 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': {
    outline: `3px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: -3,
  },
  'article:hover &': {
    textDecoration: 'underline',
    textDecorationThickness: '0.06em',
    textUnderlineOffset: '0.16em',
  },
}));
