import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { hatching } from '../../ui/theme/translucent.ts';

const Free = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  '&::before': {
    content: '""',
    boxSizing: 'border-box',
    width: 18,
    height: 18,
    borderRadius: 6,
    border: `1px solid ${theme.vars.palette.outline}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

const Chosen = styled(Free)(({ theme }) => ({
  position: 'relative',
  '&::before': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '&::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 5,
    insetBlockStart: 'calc(50% - 4px)',
    width: 8,
    height: 4.5,
    borderInlineStart: `2px solid ${theme.vars.palette.primary.contrastText}`,
    borderBlockEnd: `2px solid ${theme.vars.palette.primary.contrastText}`,
    transform: 'rotate(-45deg)',
  },
}));

const Taken = styled(Free)(({ theme }) => ({
  '&::before': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.taken,
    backgroundImage: hatching(theme.vars.palette.takenText),
  },
}));

const Closed = styled(Free)(({ theme }) => ({
  '&::before': { border: `1px dashed ${theme.vars.palette.outline}`, backgroundColor: 'transparent' },
}));

export const SlotLegend = () => (
  <Stack
    component="ul"
    direction="row"
    sx={{
      flexWrap: 'wrap',
      rowGap: 0.5,
      columnGap: 2,
      margin: 0,
      padding: 0,
      listStyle: 'none',
      color: 'text.secondary',
      fontSize: 'caption.fontSize',
      fontWeight: 550,
    }}
    aria-label="What the colours mean"
  >
    <Free>Free</Free>
    <Chosen>Chosen</Chosen>
    <Taken>Taken</Taken>
    <Closed>Closed</Closed>
  </Stack>
);
