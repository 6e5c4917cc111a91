import type { CSSObject, Theme } from '@mui/material/styles';
import { panelPadding } from '../../ui/theme/panelPadding.ts';

/** The layout of a booking's page and its skeleton: two columns on wide screens. */
export const ownBookingStyles = (theme: Theme): CSSObject => ({
  paddingBlock: theme.spacing(3, 10),
  '& .back': { marginInlineStart: theme.spacing(-1.75) },
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1, 2),
    margin: theme.spacing(2, 0, 4),
    '& h1': { margin: 0 },
  },
  '& .reference': {
    flexBasis: '100%',
    margin: 0,
    color: theme.vars.palette.text.secondary,
    '& strong': { color: theme.vars.palette.text.primary, fontVariantNumeric: 'tabular-nums' },
  },
  '& .MuiChip-root[data-situation="booked"]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.tint,
    color: theme.vars.palette.primary.main,
  },
  '& .pending-move': {
    margin: theme.spacing(-1, 0, 5),
    '& .MuiAlert-root': { padding: theme.spacing(2.5, 3) },
  },
  '& .actions': { margin: theme.spacing(-1, 0, 4), '@media print': { display: 'none' } },
  '& .columns': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.spacing(3),
    alignItems: 'start',
    [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(20rem, 1fr)' },
    '@media print': { display: 'block' },
  },
  '& .side': { display: 'grid', gap: theme.spacing(3) },
  '& .panel': {
    ...panelPadding(theme),
    '& h2': { ...theme.typography.h3, margin: theme.spacing(0, 0, 2) },
  },
});
