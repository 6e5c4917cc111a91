import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useSelector } from '../app/system/useSelector.ts';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Staff } from '../../machines/desk/flows.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { hasRole, type RequiredRole } from '../../domain/account/roles.ts';
import { AlertIcon, RefreshIcon } from '../ui/icons/interface.tsx';
import { PersonIcon } from '../ui/icons/pages.tsx';
import { RefreshingSession } from '../account/exports.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { Notice } from '../ui/layout/Notice.tsx';
import { useFlow } from '../app/system/flows.ts';
import { useDeskFlow } from './useDeskFlow.ts';
import { useResource } from '../app/system/resource.ts';
import { DeskToday } from './ui/DateInput.tsx';
import { SetupSteps } from './business/SetupSteps.tsx';
import { DeskBar } from './DeskBar.tsx';
import { DeskSignIn } from './DeskSignIn.tsx';
import { type Section, sectionPath, sections } from './sections.tsx';
import { SecondFactorGate } from './team/SecondFactorGate.tsx';
import { WeakPasswordGate } from './team/WeakPasswordGate.tsx';

/** Who may open a section, by the role that it requires. */
const readers: Readonly<Record<RequiredRole, string>> = {
  employee: 'employees',
  bookkeeper: 'bookkeepers, managers and owners',
  staff: 'staff, managers and owners',
  manager: 'managers and owners',
  owner: 'owners',
};

/** `now`: the server's clock, milliseconds since 1970. */
export const Desk = ({ now }: { now: () => number }) => (
  <FlowSection needs={['session', 'staff']} level="h1">
    <SessionGate now={now} />
  </FlowSection>
);

function SessionGate({ now }: { now: () => number }) {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isRefreshing = useSelector(session, (snapshot) => snapshot.hasTag('refreshing'));
  const userId = useSelector(session, ({ context }) => context.session?.user.id);
  if (isRefreshing) {
    return (
      <main id="main">
        <RefreshingSession />
      </main>
    );
  }
  return isSignedIn && userId !== undefined ? <StaffDesk userId={userId} now={now} /> : <DeskSignIn />;
}

function StaffDesk({ userId, now }: { userId: string; now: () => number }) {
  const session = useFlow('session');
  const { data: staff, failure, isBusy, refresh } = useResource(useDeskFlow('staff'), userId);
  const [query] = useSearchParams();
  const view = query.get('view');
  const navigate = useNavigate();
  const signOut = () => {
    session.send({ type: 'session.signOutRequested' });
    // The address of a section can contain the name that was searched for.
    void navigate({ search: '' }, { replace: true });
  };

  const gateCode = staff || isBusy ? null : failure?.code;
  if (gateCode === 'second-factor-needed' || gateCode === 'second-factor-missing') {
    return <SecondFactorGate isMissing={gateCode === 'second-factor-missing'} onSignOut={signOut} />;
  }
  if (gateCode === 'weak-password') return <WeakPasswordGate onSignOut={signOut} onRetry={refresh} />;
  if (!staff) {
    return (
      <main id="main" aria-busy={isBusy}>
        {failure === null || isBusy ? (
          <Container sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
            <CircularProgress aria-label="Opening the desk" />
          </Container>
        ) : (
          <div role="alert">
            <Notice
              level="h1"
              icon={failure.status === 403 ? <PersonIcon /> : <AlertIcon />}
              title={failure.status === 403 ? 'The desk is for staff' : 'The desk could not be opened'}
              text={
                failure.status === 403
                  ? 'Your account has no role here. An owner can give you one.'
                  : failure.message || 'The server could not be reached or had a problem.'
              }
            >
              {failure.status !== 403 && (
                <Button startIcon={<RefreshIcon />} onClick={refresh}>
                  Try again
                </Button>
              )}
              <Button variant="outlined" onClick={signOut}>
                Use another account
              </Button>
            </Notice>
          </div>
        )}
      </main>
    );
  }
  const allowedSections = sections.filter(({ role }) => hasRole(staff.role, role));
  const current = (sections.find(({ name }) => name === view) ?? allowedSections[0]) as Section;
  return (
    <>
      <DeskBar staff={staff} sections={allowedSections} current={current} onSignOut={signOut} />
      <main id="main" tabIndex={-1}>
        <Container maxWidth={false} sx={{ paddingBlock: 3, maxWidth: '112rem' }}>
          <Typography variant="h1" sx={{ fontSize: { xs: '1.75rem', md: '2.25rem' }, marginBlockEnd: 2 }}>
            {current.title}
          </Typography>
          <DemoNotice staff={staff} />
          {current === sections[0] && hasRole(staff.role, 'owner') && <SetupSteps />}
          <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
            {allowedSections.includes(current) ? (
              <DeskToday value={dateAt(now())}>{current.view({ staff, now })}</DeskToday>
            ) : (
              <Alert severity="info">
                {`This section is for ${readers[current.role]}. An owner can give you another role.`}
              </Alert>
            )}
          </Suspense>
        </Container>
      </main>
    </>
  );
}

/** The public still sees details of the demo. Only a server in production names them. */
function DemoNotice({ staff: { role, demoDetails: details = [] } }: { staff: Staff }) {
  if (details.length === 0) return null;
  const canChange = hasRole(role, 'owner');
  return (
    <Alert
      severity="warning"
      sx={{ marginBlockEnd: 2 }}
      action={
        canChange && (
          <Button color="inherit" size="small" href={sectionPath('business')}>
            Enter them
          </Button>
        )
      }
    >
      {`The site, the emails and the invoices still have these of the demo: ${details.join(', ')}.${canChange ? '' : ' An owner can enter those of the business.'}`}
    </Alert>
  );
}
