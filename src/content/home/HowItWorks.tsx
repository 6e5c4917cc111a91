import Stack from '@mui/material/Stack';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { skippedOffscreen } from '../../ui/theme/offscreen.ts';

const Section = styled('section')(skippedOffscreen({ xs: 950, sm: 1010, md: 625 }), ({ theme }) => ({
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightText,
}));

const Content = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(6),
  alignItems: 'center',
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.45fr)',
    gap: 'clamp(2.5rem, 5vw, 5rem)',
    paddingBlock: theme.spacing(11),
  },
}));

const StepItem = styled('li')(({ theme }) => ({
  display: 'grid',
  grid: 'auto 1fr / 1.75rem minmax(0, 1fr)',
  columnGap: theme.spacing(2),
}));

const Nth = styled('span')(({ theme }) => ({
  gridRow: 'span 2',
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '2.5rem',
  fontWeight: theme.typography.h1.fontWeight,
  lineHeight: 1,
  color: theme.vars.palette.brand.brass,
  fontVariantNumeric: 'lining-nums',
}));

const StepText = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  color: theme.vars.palette.nightTextSoft,
}));

const Screens = styled('div')(({ theme }) => ({
  position: 'relative',
  margin: 0,
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'center',
    gap: theme.spacing(2),
  },
  [theme.breakpoints.up('md')]: { paddingBlockEnd: theme.spacing(7), paddingInlineEnd: theme.spacing(5) },
}));

const WideScreen = styled(Picture)(({ theme }) => ({
  aspectRatio: '3 / 2',
  borderRadius: 20,
  boxShadow: `0 32px 80px -24px ${translucent(theme.vars.palette.common.black, 60)}`,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const PhoneScreen = styled(Picture)(({ theme }) => ({
  width: 'min(46%, 15rem)',
  aspectRatio: '390 / 844',
  borderRadius: 'clamp(18px, 5vw, 30px)',
  border: `5px solid ${theme.vars.palette.common.black}`,
  outline: `1px solid ${translucent('currentColor', 14)}`,
  boxShadow: `0 24px 60px -16px ${translucent(theme.vars.palette.common.black, 70)}`,
}));

const SlotsScreen = styled(PhoneScreen)(({ theme }) => ({
  [theme.breakpoints.up('md')]: { display: 'none' },
}));

const BookingScreen = styled(PhoneScreen)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { marginBlockStart: theme.spacing(4) },
  [theme.breakpoints.up('md')]: { position: 'absolute', insetBlockEnd: 0, insetInlineEnd: 0, width: '30%' },
}));

const Step = ({ nth, title, text }: { nth: number; title: string; text: string }) => (
  <StepItem>
    <Nth aria-hidden="true">{nth}</Nth>
    <Typography variant="h4" component="h3">
      {title}
    </Typography>
    <StepText>{text}</StepText>
  </StepItem>
);

const PHONE_RATIO = [0.975, 2.11] as const;

/** With pictures of the product (npm run product-pictures). */
export const HowItWorks = () => (
  <Section aria-labelledby="how-it-works">
    <Content>
      <div>
        <Typography variant="h2" id="how-it-works">
          Three steps to your room
        </Typography>
        <Stack
          component="ol"
          sx={{
            gap: 3.5,
            marginBlockStart: 4,
            marginBlockEnd: 0,
            marginInline: 0,
            padding: 0,
            listStyle: 'none',
          }}
        >
          <Step
            nth={1}
            title="Choose when and for how many"
            text="Enter a day, a headcount and a start time. You see only rooms that are large enough."
          />
          <Step
            nth={2}
            title="Choose your times"
            text="Every room shows its whole day. Tap the first slot, then the next, and see the price as you go."
          />
          <Step
            nth={3}
            title="Confirm and walk in"
            text="Check the address and every rupee, pay with points or by card, and the room is yours."
          />
        </Stack>
      </div>
      <Screens>
        <WideScreen
          path="/images/screen-rooms.jpg"
          widths={[600, 1200]}
          alt="The list of meeting rooms: Marina Huddle with its slots, three of them chosen, and their price"
          sizes="(min-width: 80em) 680px, 55vw"
        />
        <SlotsScreen
          path="/images/screen-slots.jpg"
          widths={[300, 600]}
          ratio={PHONE_RATIO}
          alt="A room on a phone: its picture, its slots and the Book now button"
          sizes="(min-width: 56.25em) 0px, 40vw"
        />
        <BookingScreen
          path="/images/screen-booking.jpg"
          widths={[300, 600]}
          ratio={PHONE_RATIO}
          alt="The booking screen on a phone: the address, and the price with SGST, CGST and the grand total"
          sizes="(min-width: 56.25em) 220px, 40vw"
        />
      </Screens>
    </Content>
  </Section>
);
