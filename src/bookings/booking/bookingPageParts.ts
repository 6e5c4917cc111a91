import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { panelPadding } from '../../ui/theme/panelPadding.ts';

/* The parts of a booking's page, of its skeleton, and of the page that moves a booking. */

export const PageHeader = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  margin: theme.spacing(2, 0, 4),
}));

/** Two columns on wide screens. */
export const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(20rem, 1fr)' },
  '@media print': { display: 'block' },
}));

export const Side = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(3) }));

export const Panel = styled(Card)(({ theme }) => panelPadding(theme)) as typeof Card;

export const PanelTitle = styled('h2')(({ theme }) => ({
  ...theme.typography.h3,
  margin: theme.spacing(0, 0, 2),
}));
