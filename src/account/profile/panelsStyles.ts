import type { CSSObject, Theme } from '@mui/material/styles';
import { panelPadding } from '../../ui/theme/panelPadding.ts';

/** The layout of the profile's panels and their skeleton: a heading, and a row for each detail. */
export const panelsStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gap: theme.spacing(3),
  '& > .MuiCard-root': panelPadding(theme),
  '& h2': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1) },
  '& dl': { margin: 0 },
  '& dl > div': {
    display: 'grid',
    gap: theme.spacing(0.25, 3),
    paddingBlock: theme.spacing(1.75),
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: '11rem minmax(0, 1fr)', alignItems: 'baseline' },
  },
  '& dl > div + div': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
  '& dl > div:last-child': { paddingBlockEnd: 0 },
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: theme.typography.body2.fontSize },
  '& dd': { margin: 0, fontWeight: 600, overflowWrap: 'anywhere' },
});
