import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { Picture } from '../../ui/pictures/Picture.tsx';

/** Each card begins with a picture. */
export const CardList = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1.5),
  maxWidth: '60rem',
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

export const ListCard = styled(Card)(({ theme }) => ({
  display: 'grid',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  padding: theme.spacing(1.5),
}));

export const CardPhoto = styled(Picture)({ borderRadius: 12 });

export const CardTitle = styled('h2')(({ theme }) => ({
  ...theme.typography.h4,
  margin: 0,
  overflowWrap: 'anywhere',
}));

export const CardText = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));
