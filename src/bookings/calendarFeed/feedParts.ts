import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';

export const FeedNote = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  color: theme.vars.palette.text.secondary,
}));

export const FeedButtons = styled(Stack)(({ theme }) => ({
  flexDirection: 'row',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  marginBlockStart: theme.spacing(2),
}));
