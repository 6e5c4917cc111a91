import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { brand } from '../../../domain/content/brand.ts';
import { messages } from '../../../domain/text/messages.ts';
import { PointIcon, SuccessIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, DoorIcon, PersonIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { useStepAddress } from './stepAddress.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  paddingBlock: theme.spacing(4, 8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.12fr)',
    gap: theme.spacing(6),
    paddingBlock: theme.spacing(5, 9),
  },
}));

const Story = styled('header')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  alignContent: 'end',
  overflow: 'hidden',
  [theme.breakpoints.up('md')]: {
    minHeight: 'min(42rem, calc(100vh - 9rem))',
    padding: theme.spacing(5),
    borderRadius: 32,
    // In the dark colour scheme the edge of the picture has the page's colour.
    border: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.night,
    color: theme.vars.palette.nightText,
  },
}));

const Photo = styled(Picture)(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const Words = styled('div')(({ theme }) => ({
  position: 'relative',
  [theme.breakpoints.up('md')]: {
    margin: theme.spacing(0, -5, -5),
    padding: theme.spacing(14, 5, 5),
    // Gives the text sufficient contrast on any picture (WCAG 1.4.3).
    background: `linear-gradient(to top, ${translucent(theme.vars.palette.night, 94)} calc(100% - 9rem), transparent)`,
  },
}));

const Gains = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: theme.spacing(3, 0, 0),
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.nightTextSoft,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const GainIcon = styled(IconSlot)(({ theme }) => ({
  alignSelf: 'start',
  marginBlockStart: 1,
  fontSize: '1.375rem',
  color: theme.vars.palette.brand.brass,
}));

const FormPanel = styled('div')(({ theme }) => ({
  padding: theme.spacing(2.5),
  borderRadius: 28,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[1],
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(4.5) },
}));

/** Spec 2. A signed-in visitor sees links to their pages instead. */
export default function JoinUsPage() {
  const isSignedIn = useSelector(useFlow('session'), (snapshot) => snapshot.hasTag('signedIn'));
  const isRegistered = useSelector(useFlow('registration', lazyFlows.registration), (snapshot) =>
    snapshot.matches('registered'),
  );
  return (
    <>
      <PageTitle>Join us</PageTitle>
      {isSignedIn && !isRegistered ? <AlreadySignedIn /> : <Registration isSignedIn={isSignedIn} />}
    </>
  );
}

const AlreadySignedIn = () => (
  <Notice
    level="h1"
    icon={<PersonIcon />}
    title="You are signed in"
    text="You already have an account. To create one for someone else, log out first."
  >
    <Button href="/my-bookings">My Bookings</Button>
    <Button href="/profile" variant="outlined">
      My Profile
    </Button>
  </Notice>
);

function Registration({ isSignedIn }: { isSignedIn: boolean }) {
  const registration = useFlow('registration', lazyFlows.registration);
  const isRegistered = useSelector(registration, (snapshot) => snapshot.matches('registered'));
  useStepAddress();

  if (isRegistered) {
    return (
      <Notice
        level="h1"
        icon={<SuccessIcon />}
        title="Thank you for registering"
        text={
          isSignedIn
            ? 'You are signed in. Open the link in the email that we have sent you to confirm your address.'
            : 'Sign in with your email address and your password to book rooms.'
        }
      >
        {isSignedIn ? (
          <>
            <Button href="/meeting-room">Find a meeting room</Button>
            <Button href="/profile" variant="outlined">
              My Profile
            </Button>
          </>
        ) : (
          <>
            <Button href="/login">Sign in</Button>
            <Button variant="outlined" onClick={() => registration.send({ type: 'registration.restarted' })}>
              Register someone else
            </Button>
          </>
        )}
      </Notice>
    );
  }
  return (
    <Page>
      <Story>
        <Photo
          path="/images/room-09-event-hall.jpg"
          alt=""
          sizes="(min-width: 80em) 1200px, (min-width: 56.25em) 90vw, 0px"
        />
        <Words>
          <Typography variant="overline" sx={{ color: { xs: 'secondary.main', md: 'brand.brass' } }}>
            Join {brand.name}
          </Typography>
          <Typography
            variant="h1"
            sx={{
              marginBlockStart: 1,
              fontSize: 'clamp(1.875rem, 1.4rem + 1.9vw, 2.875rem)',
              // Space for descenders, because the panel clips its content.
              paddingBlockEnd: '0.12em',
            }}
          >
            {messages.registration.tagline}
          </Typography>
          <Gains>
            <Stack component="li" direction="row" sx={{ gap: 1.5, lineHeight: 1.5 }}>
              <GainIcon>
                <DoorIcon />
              </GainIcon>
              Meeting rooms across {brand.city} from 30 minutes, with live availability.
            </Stack>
            <Stack component="li" direction="row" sx={{ gap: 1.5, lineHeight: 1.5 }}>
              <GainIcon>
                <CalendarIcon />
              </GainIcon>
              All your bookings in one place.
            </Stack>
            <Stack component="li" direction="row" sx={{ gap: 1.5, lineHeight: 1.5 }}>
              <GainIcon>
                <PointIcon />
              </GainIcon>
              Members pay with Lit points: {messages.booking.pointNote}.
            </Stack>
          </Gains>
        </Words>
      </Story>
      <div>
        <FormPanel>
          <RegistrationForm />
        </FormPanel>
        <Box
          component="p"
          sx={{ marginBlockStart: 2.5, marginBlockEnd: 0, textAlign: 'center', color: 'text.secondary' }}
        >
          Already have an account?{' '}
          <Link
            href="/login"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              minHeight: 44,
              color: 'primary.main',
              fontWeight: 650,
            }}
          >
            Sign in
          </Link>
        </Box>
      </div>
    </Page>
  );
}
