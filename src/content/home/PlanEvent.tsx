import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { messages } from '../../../domain/text/messages.ts';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { AnchorSection } from '../../ui/layout/AnchorSection.tsx';
import { lazySection } from '../../app/loading/lazySection.tsx';
import { styled } from '@mui/material/styles';
import { skippedOffscreen } from '../../ui/theme/offscreen.ts';

const EventEnquiry = lazySection(() => import('../enquiry/EventEnquiry.tsx'), '22rem');

const Section = styled(AnchorSection)(skippedOffscreen({ xs: 1200, sm: 860, md: 730 }), ({ theme }) => ({
  backgroundColor: theme.vars.palette.sand,
}));

const Content = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  alignItems: 'center',
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.15fr)',
    gap: 'clamp(2.5rem, 5vw, 5rem)',
    paddingBlock: theme.spacing(11),
  },
}));

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '16 / 10',
  marginBlockStart: theme.spacing(4),
  borderRadius: 28,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

/** Spec 2. The target of '/#plan'. */
export const PlanEvent = () => (
  <Section id="plan" aria-labelledby="plan-title">
    <Content>
      <div>
        <Typography variant="h1" component="h2" id="plan-title">
          {messages.enquiry.title}
        </Typography>
        <Typography
          variant="subtitle1"
          sx={{ maxWidth: '29.5em', marginBlockStart: 2, color: 'text.secondary' }}
        >
          A launch for sixty, a week of training, a quiet day for the board: tell us how to reach you and what
          you are looking for. We will reply with rooms, dates and a price.
        </Typography>
        <Photo
          path="/images/room-05-u-shape-12.jpg"
          alt=""
          sizes="(min-width: 80em) 560px, (min-width: 56.25em) 45vw, 0px"
        />
      </div>
      <EventEnquiry />
    </Content>
  </Section>
);
