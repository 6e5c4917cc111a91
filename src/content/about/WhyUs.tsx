import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import { SuccessIcon } from '../../ui/icons/interface.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { styled } from '@mui/material/styles';

const Section = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5),
  alignItems: 'center',
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
    gap: 'clamp(2.5rem, 6vw, 6rem)',
    paddingBlock: theme.spacing(11),
  },
})) as typeof Container;

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '3 / 2',
  borderRadius: 28,
  [theme.breakpoints.up('md')]: { aspectRatio: '4 / 5' },
}));

const Reasons = styled('ul')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

const Reason = styled('li')(({ theme }) => ({
  display: 'grid',
  grid: 'auto 1fr / auto minmax(0, 1fr)',
  columnGap: theme.spacing(2),
  paddingBlock: theme.spacing(2.25),
  borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
  '&:last-of-type': { border: 0 },
}));

const ReasonIcon = styled(SuccessIcon)(({ theme }) => ({
  gridRow: 'span 2',
  fontSize: '1.5rem',
  color: theme.vars.palette.secondary.main,
}));

const ReasonName = styled('strong')({ fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.4 });

const ReasonText = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const reasons = [
  ['You pay for the time you use', 'Book 30 minutes or longer, at an hourly price that is the same all day.'],
  ['Confirmed means confirmed', 'A slot belongs to one booking. Once you have booked it, nobody else can.'],
  [
    'The price you see is the price you pay',
    'You see the sub total, SGST and CGST before you confirm, to the paisa.',
  ],
  ['Members pay with Lit points', 'One point is one hour. You see your balance with every booking.'],
  [
    'One city, known well',
    `We do ${brand.city} and nothing else: rooms close to where you work, with the full address down to the floor.`,
  ],
] as const;

/** Spec 2. */
export const WhyUs = () => (
  <Section component="section" aria-labelledby="why">
    <Photo
      path="/images/room-04-walnut-boardroom-10.jpg"
      alt=""
      sizes="(min-width: 80em) 970px, (min-width: 56.25em) 75vw, calc(100vw - 2rem)"
    />
    <div>
      <Typography variant="h2" id="why">
        Why {brand.name}
      </Typography>
      <Reasons>
        {reasons.map(([reason, text]) => (
          <Reason key={reason}>
            <ReasonIcon />
            <ReasonName>{reason}</ReasonName>
            <ReasonText>{text}</ReasonText>
          </Reason>
        ))}
      </Reasons>
    </div>
  </Section>
);
