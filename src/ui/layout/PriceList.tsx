import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export const PriceList = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
}));

interface Slot {
  /** A row of Lit points, the total, or what a member pays instead of the total; otherwise an amount of the total. */
  readonly ownerState: { readonly kind: 'amount' | 'points' | 'total' | 'paid' };
}

const Row = styled('div')<Slot>(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  variants: [
    {
      props: { kind: 'total' },
      style: {
        marginBlockStart: theme.spacing(0.75),
        paddingBlockStart: theme.spacing(2),
        borderBlockStart: `1px solid ${theme.vars.palette.line}`,
      },
    },
    {
      props: { kind: 'points' },
      style: {
        marginInline: theme.spacing(-1.5),
        padding: theme.spacing(0.75, 1.5),
        borderRadius: 12,
        backgroundColor: theme.vars.palette.tint,
        '& + &': { marginBlockStart: theme.spacing(-0.5) },
      },
    },
  ],
}));

const Name = styled('dt')<Slot>(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  variants: [
    { props: { kind: 'points' }, style: { color: theme.vars.palette.text.primary } },
    {
      props: ({ ownerState: { kind } }: Slot) => kind === 'total' || kind === 'paid',
      style: { color: theme.vars.palette.text.primary, fontSize: '1.0625rem', fontWeight: 650 },
    },
  ],
}));

const Amount = styled('dd')<Slot>(({ theme }) => ({
  margin: 0,
  fontWeight: 600,
  textAlign: 'end',
  variants: [
    { props: { kind: 'points' }, style: { fontWeight: 700 } },
    { props: { kind: 'total' }, style: { fontSize: '1.5rem', fontWeight: 700, letterSpacing: '-0.015em' } },
    {
      props: { kind: 'paid' },
      style: { color: theme.vars.palette.primary.main, fontSize: '1.25rem', fontWeight: 700 },
    },
  ],
}));

/** An amount that is not charged. */
export const StruckAmount = styled('s')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  textDecorationThickness: 2,
}));

interface Props {
  name: string;
  kind?: Slot['ownerState']['kind'];
  children: ReactNode;
}

export const PriceRow = ({ name, kind = 'amount', children }: Props) => (
  <Row ownerState={{ kind }}>
    <Name ownerState={{ kind }}>{name}</Name>
    <Amount ownerState={{ kind }}>{children}</Amount>
  </Row>
);
