import Grid, { type GridProps } from '@mui/material/Grid';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ArrowRightIcon, LinkIcon, SparkIcon } from '../../ui/icons/interface.tsx';
import { DoorIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';

const Section = styled('section')(({ theme }) => ({ backgroundColor: theme.vars.palette.sand }));

const Card = styled(Grid)(({ theme }) => ({
  padding: theme.spacing(3),
  borderRadius: 24,
  backgroundColor: theme.vars.palette.background.paper,
})) as typeof Grid;

const AvailableCard = styled(Card)(({ theme }) => ({
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightText,
})) as typeof Grid;

const Sign = styled('span')({ display: 'block', fontSize: '1.75rem', lineHeight: 0 });

const RoomsLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: 44,
  marginBlockStart: theme.spacing(1),
  color: theme.vars.palette.brand.brass,
  fontWeight: 650,
  textUnderlineOffset: '0.25em',
}));

interface Props {
  icon: ReactNode;
  name: string;
  text: string;
  isAvailable?: boolean;
  size: GridProps['size'];
  children?: ReactNode;
}

function Service({ icon, name, text, isAvailable = false, size, children }: Props) {
  const Root = isAvailable ? AvailableCard : Card;
  return (
    <Root component="li" size={size}>
      <Sign sx={{ color: isAvailable ? 'brand.brass' : 'secondary.main' }}>{icon}</Sign>
      <Typography variant="h3" sx={{ marginBlockStart: 2, marginBlockEnd: 0.75 }}>
        {name}
      </Typography>
      <Typography sx={{ color: isAvailable ? 'nightTextSoft' : 'text.secondary' }}>{text}</Typography>
      {children}
    </Root>
  );
}

/** Spec 1. */
export const Services = () => (
  <Section aria-labelledby="services">
    <Container sx={{ paddingBlock: { xs: 7, md: 10 } }}>
      <Typography variant="h2" id="services">
        Five kinds of help, one conversation
      </Typography>
      <Typography
        variant="subtitle1"
        sx={{ maxWidth: '38.5em', marginBlockStart: 1, marginBlockEnd: 4, color: 'text.secondary' }}
      >
        What a growing company needs, from people who work together.
      </Typography>
      <Grid container component="ul" spacing={2} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        <Service
          icon={<DoorIcon />}
          name="Meeting and studio booking"
          text="Rooms and studios from 30 minutes, confirmed at once and paid with points or by card."
          isAvailable
          size={{ xs: 12, md: 4 }}
        >
          <RoomsLink href="/meeting-room">
            See the rooms
            <ArrowRightIcon />
          </RoomsLink>
        </Service>
        <Service
          icon={<LinkIcon />}
          name="Marketplace and networking"
          text="Suppliers, partners and first clients, found among the businesses that already meet here."
          size={{ xs: 12, sm: 6, md: 4 }}
        />
        <Service
          icon={<PeopleIcon />}
          name="HR support"
          text="Hiring days, inductions and training, with the room, the screens and the people arranged for you."
          size={{ xs: 12, sm: 6, md: 4 }}
        />
        <Service
          icon={<SparkIcon />}
          name="Digital marketing and transformation"
          text="From your first website to your back-office systems, with people you can meet in person."
          size={{ xs: 12, sm: 6 }}
        />
        <Service
          icon={<PlaceIcon />}
          name="Business travel and conferences"
          text="Visiting teams and annual conferences: travel, hotel and hall in one plan."
          size={{ xs: 12, sm: 6 }}
        />
      </Grid>
      <Typography sx={{ marginBlockStart: 3 }}>
        Rooms can be booked on this site today.{' '}
        <Link href="#contact" sx={{ fontWeight: 650, textUnderlineOffset: '0.25em' }}>
          Write to us
        </Link>{' '}
        about everything else.
      </Typography>
    </Container>
  </Section>
);
