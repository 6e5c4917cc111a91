import Container from '@mui/material/Container';
import type { ReactNode } from 'react';
import { ClockIcon, PointIcon, SparkIcon, SuccessIcon } from '../../ui/icons/interface.tsx';
import { styled } from '@mui/material/styles';

const FeatureList = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  paddingBlock: theme.spacing(7),
  listStyle: 'none',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    paddingBlock: theme.spacing(9),
  },
})) as typeof Container;

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  grid: 'auto 1fr / auto minmax(0, 1fr)',
  columnGap: theme.spacing(2),
}));

const Sign = styled('span')(({ theme }) => ({
  display: 'grid',
  gridRow: 'span 2',
  placeItems: 'center',
  width: 48,
  height: 52,
  borderRadius: '24px 24px 12px 12px',
  backgroundColor: theme.vars.palette.tint,
  color: theme.vars.palette.primary.main,
  fontSize: '1.375rem',
}));

const Name = styled('strong')({ fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35 });

const Text = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  lineHeight: 1.5,
}));

const Feature = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <Item>
    <Sign>{icon}</Sign>
    <Name>{name}</Name>
    <Text>{children}</Text>
  </Item>
);

export const Features = () => (
  <FeatureList component="ul">
    <Feature icon={<ClockIcon />} name="From 30 minutes">
      Meet for ninety minutes and pay for ninety minutes, not for half a day.
    </Feature>
    <Feature icon={<SuccessIcon />} name="Confirmed at once">
      No waiting for a reply: as soon as you book, the room is yours.
    </Feature>
    <Feature icon={<PointIcon />} name="Points or card">
      Members pay one Lit point an hour. Everyone else pays by card, with GST itemised.
    </Feature>
    <Feature icon={<SparkIcon />} name="Ready when you arrive">
      Screens, whiteboards, Wi-Fi, filter coffee: every room lists what it offers.
    </Feature>
  </FeatureList>
);
