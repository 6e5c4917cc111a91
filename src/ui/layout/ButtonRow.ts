import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';

/** Buttons next to each other, in several lines where they do not fit into one. */
export const ButtonRow = styled(Stack)(({ theme }) => ({
  flexDirection: 'row',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
}));
