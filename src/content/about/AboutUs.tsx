import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { styled } from '@mui/material/styles';

const Section = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5),
  alignItems: 'center',
  paddingBlock: theme.spacing(5, 7),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr)',
    gap: 'clamp(2.5rem, 6vw, 6rem)',
    paddingBlock: theme.spacing(9),
  },
})) as typeof Container;

const Paragraph = styled('p')(({ theme }) => ({
  ...theme.typography.subtitle1,
  maxWidth: '36em',
  margin: theme.spacing(2, 0, 0),
  color: theme.vars.palette.text.secondary,
}));

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '4 / 3',
  borderRadius: '50% 50% 28px 28px / 66.7% 66.7% 28px 28px',
  objectPosition: '70% 50%',
  [theme.breakpoints.up('md')]: {
    aspectRatio: '4 / 5',
    borderRadius: '50% 50% 28px 28px / 40% 40% 28px 28px',
  },
}));

/** Spec 2. */
export const AboutUs = () => (
  <Section component="section" aria-labelledby="about-us">
    <div>
      <Typography variant="overline" component="h1" id="about-us" sx={{ color: 'secondary.main' }}>
        About Us
      </Typography>
      <Typography
        variant="h1"
        component="p"
        sx={{ marginBlockStart: 1.5, marginBlockEnd: 3, fontSize: 'clamp(2.25rem, 1.5rem + 3.2vw, 4rem)' }}
      >
        One address for the working day
      </Typography>
      <div>
        <Paragraph>
          Most of running a business happens between other things: a room for Tuesday’s interviews, a hall for
          the launch, someone to fix the website, a flight for the client. Each has its own site, its own
          sign-in and its own invoice.
        </Paragraph>
        <Paragraph>
          {brand.name} brings them under one roof. It is a business super-app for the people who keep
          companies in {brand.city} moving, and it starts where work starts: with a room that is ready when
          your team is.
        </Paragraph>
      </div>
    </div>
    <Photo
      path="/images/room-08-creative-lounge.jpg"
      alt=""
      sizes="(min-width: 80em) 1010px, (min-width: 56.25em) 80vw, calc(100vw - 2rem)"
      firstOn="allScreens"
    />
  </Section>
);
