import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** The list of the amounts that make up a price. */
export const PriceList = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
  '& > div': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600, textAlign: 'end' },
  '& .total': {
    marginBlockStart: theme.spacing(0.75),
    paddingBlockStart: theme.spacing(2),
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
    '& dt': { color: theme.vars.palette.text.primary, fontSize: '1.0625rem', fontWeight: 650 },
    '& dd': { fontSize: '1.5rem', fontWeight: 700, letterSpacing: '-0.015em' },
    '& s': { color: theme.vars.palette.text.secondary, textDecorationThickness: 2 },
  },
  '& .paid': {
    '& dt': { color: theme.vars.palette.text.primary, fontSize: '1.0625rem', fontWeight: 650 },
    '& dd': { color: theme.vars.palette.primary.main, fontSize: '1.25rem', fontWeight: 700 },
  },
  '& .points': {
    marginInline: theme.spacing(-1.5),
    padding: theme.spacing(0.75, 1.5),
    borderRadius: 12,
    backgroundColor: theme.vars.palette.tint,
    '& dt': { color: theme.vars.palette.text.primary },
    '& dd': { fontWeight: 700 },
    '& + .points': { marginBlockStart: theme.spacing(-0.5) },
  },
}));

/** One amount of a PriceList. */
export const PriceRow = ({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) => (
  <div {...(className ? { className } : {})}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
