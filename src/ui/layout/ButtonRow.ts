import { styled } from '@mui/material/styles';

/** Buttons next to each other, in several lines where they do not fit into one. */
export const ButtonRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
}));
