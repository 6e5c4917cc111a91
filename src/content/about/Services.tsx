import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ArrowRightIcon, LinkIcon, SparkIcon } from '../../ui/icons/interface.tsx';
import { DoorIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';

const Section = styled('section')(({ theme }) => ({
  backgroundColor: theme.vars.palette.sand,
  '& .width': {
    paddingBlock: theme.spacing(7),
    [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(10) },
  },
  '& .lead': {
    maxWidth: '38.5em',
    margin: theme.spacing(1, 0, 4),
    color: theme.vars.palette.text.secondary,
  },
  '& ul': {
    display: 'grid',
    gap: theme.spacing(2),
    margin: 0,
    padding: 0,
    listStyle: 'none',
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  },
  '& li': {
    padding: theme.spacing(3),
    borderRadius: 24,
    backgroundColor: theme.vars.palette.background.paper,
    [theme.breakpoints.up('md')]: { gridColumn: 'span 2', '&:nth-of-type(n + 4)': { gridColumn: 'span 3' } },
    // The service that is available today.
    '&.open': {
      backgroundColor: theme.vars.palette.night,
      color: theme.vars.palette.nightText,
      [theme.breakpoints.between('sm', 'md')]: { gridColumn: '1 / -1' },
      '& p': { color: theme.vars.palette.nightTextSoft },
      '& .sign': { color: theme.vars.palette.brand.brass },
    },
  },
  '& .sign': {
    display: 'block',
    fontSize: '1.75rem',
    lineHeight: 0,
    color: theme.vars.palette.secondary.main,
  },
  '& h3': { margin: theme.spacing(2, 0, 0.75) },
  '& li p': { margin: 0, color: theme.vars.palette.text.secondary, textWrap: 'pretty' },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    minHeight: 44,
    marginBlockStart: theme.spacing(1),
    color: theme.vars.palette.brand.brass,
    fontWeight: 650,
    textUnderlineOffset: '0.25em',
  },
  '& .else': {
    margin: theme.spacing(3, 0, 0),
    '& a': { display: 'inline', color: theme.vars.palette.primary.main },
  },
}));

interface Props {
  icon: ReactNode;
  name: string;
  isAvailable?: boolean;
  children: ReactNode;
}

const Service = ({ icon, name, isAvailable = false, children }: Props) => (
  <li className={isAvailable ? 'open' : ''}>
    <span className="sign">{icon}</span>
    <Typography variant="h3">{name}</Typography>
    {children}
  </li>
);

/** The five services of the super-app (spec 1). */
export const Services = () => (
  <Section aria-labelledby="services">
    <Container className="width">
      <Typography variant="h2" id="services">
        Five kinds of help, one conversation
      </Typography>
      <Typography variant="subtitle1" className="lead">
        What a growing company needs, from people who work together.
      </Typography>
      <ul>
        <Service icon={<DoorIcon />} name="Meeting and studio booking" isAvailable>
          <p>Rooms and studios from 30 minutes, confirmed at once and paid with points or by card.</p>
          <Link href="/meeting-room">
            See the rooms
            <ArrowRightIcon />
          </Link>
        </Service>
        <Service icon={<LinkIcon />} name="Marketplace and networking">
          <p>Suppliers, partners and first clients, found among the businesses that already meet here.</p>
        </Service>
        <Service icon={<PeopleIcon />} name="HR support">
          <p>
            Hiring days, inductions and training, with the room, the screens and the people arranged for you.
          </p>
        </Service>
        <Service icon={<SparkIcon />} name="Digital marketing and transformation">
          <p>From your first website to your back-office systems, with people you can meet in person.</p>
        </Service>
        <Service icon={<PlaceIcon />} name="Business travel and conferences">
          <p>Visiting teams and annual conferences: travel, hotel and hall in one plan.</p>
        </Service>
      </ul>
      <p className="else">
        Rooms can be booked on this site today. <Link href="#contact">Write to us</Link> about everything
        else.
      </p>
    </Container>
  </Section>
);
