import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { panelPadding } from '../theme/panelPadding.ts';

/* The profile's panels and their skeleton: a heading, and a row for each detail. */

export const Panels = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(3) }));

export const Panel = styled(Card)(({ theme }) => panelPadding(theme)) as typeof Card;

export const PanelTitle = styled('h2')(({ theme }) => ({
  ...theme.typography.h3,
  margin: theme.spacing(0, 0, 1),
}));

export const DetailList = styled('dl')({ margin: 0 });

export const DetailRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.25, 3),
  paddingBlock: theme.spacing(1.75),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '11rem minmax(0, 1fr)', alignItems: 'baseline' },
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
  '&:last-child': { paddingBlockEnd: 0 },
}));

export const DetailName = styled('dt')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

export const DetailValue = styled('dd')({ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' });
