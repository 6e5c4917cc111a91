import { styled } from '@mui/material/styles';

/** A list of cards; each card begins with a picture. */
export const CardList = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1.5),
  maxWidth: '60rem',
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
  '& .MuiCard-root': {
    display: 'grid',
    alignItems: 'center',
    gap: theme.spacing(1, 2),
    padding: theme.spacing(1.5),
  },
  '& .photo': { borderRadius: 12 },
  '& h2': { ...theme.typography.h4, margin: 0, overflowWrap: 'anywhere' },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
}));
