import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import { styled } from '@mui/material/styles';
import { brandColours } from '../../ui/theme/palette.ts';

const Section = styled('section')(({ theme }) => ({
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightText,
}));

const Content = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  alignItems: 'end',
  paddingBlock: theme.spacing(8, 0),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)',
    paddingBlock: theme.spacing(12, 0),
  },
}));

const Words = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: { paddingBlockEnd: theme.spacing(12) },
}));

const Doorways = styled('svg')({
  display: 'block',
  width: '100%',
  maxWidth: '26rem',
  height: 'auto',
  marginInline: 'auto',
});

/** Spec 2. */
export const OurVision = () => (
  <Section aria-labelledby="our-vision">
    <Content>
      <Words>
        <Typography variant="overline" component="h2" id="our-vision" sx={{ color: 'brand.brass' }}>
          Our Vision
        </Typography>
        <Typography variant="h1" component="p" sx={{ maxWidth: '14.5em', marginBlockStart: 1.5 }}>
          A good room for every good meeting.
        </Typography>
        <Typography
          variant="subtitle1"
          sx={{ maxWidth: '39.5em', marginBlockStart: 3, color: 'nightTextSoft' }}
        >
          A company of three should be able to work like a company of three hundred: a boardroom for the one
          afternoon that decides the year, a stage for its first launch, a specialist for exactly as long as
          you need one. We want {brand.city} to be the city where that takes a minute to arrange, and where
          the people who meet in one room find their next partner in the room next door.
        </Typography>
      </Words>
      <Doorways viewBox="0 0 320 200" aria-hidden="true" focusable="false">
        <path d="M16 200v-88a44 44 0 0 1 88 0v88z" fill={brandColours.tealSoft} />
        <path d="M16 200v-88a44 44 0 0 1 44-44v132z" fill={brandColours.tealDeep} />
        <path d="M116 200V64a44 44 0 0 1 88 0v136z" fill={brandColours.brass} />
        <path d="M116 200V64a44 44 0 0 1 44-44v180z" fill={brandColours.clay} />
        <path d="M216 200v-68a44 44 0 0 1 88 0v68z" fill={brandColours.linen} />
        <path d="M216 200v-68a44 44 0 0 1 44-44v112z" fill={brandColours.straw} />
        <g fill={brandColours.ink}>
          <circle cx="82" cy="152" r="4" />
          <circle cx="182" cy="136" r="4" />
          <circle cx="282" cy="158" r="4" />
        </g>
      </Doorways>
    </Content>
  </Section>
);
