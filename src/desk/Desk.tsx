import AppBar from '@mui/material/AppBar';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { useSearchParams } from 'react-router-dom';
import { AlertIcon, RefreshIcon } from '../icons/interface.tsx';
import { PersonIcon } from '../icons/pages.tsx';
import { RefreshingSession } from '../session/RefreshingSession.tsx';
import { Brandmark } from '../shell/Brandmark.tsx';
import { FlowSection } from '../shell/FlowSection.tsx';
import { Notice } from '../shell/Notice.tsx';
import { PageErrorBoundary } from '../shell/PageErrorBoundary.tsx';
import { useFlow } from '../system/flows.ts';
import { useResource } from '../system/resource.ts';
import { AuditView } from './AuditView.tsx';
import { BlockOutsView } from './BlockOutsView.tsx';
import { DayPlanView } from './DayPlanView.tsx';
import { DeskSignIn } from './DeskSignIn.tsx';
import { EnquiriesView } from './enquiries/EnquiriesView.tsx';
import { MoneyView } from './money/MoneyView.tsx';
import { PeopleView } from './people/PeopleView.tsx';
import { ReportsView } from './reports/ReportsView.tsx';
import { FactorGate } from './team/FactorGate.tsx';
import { TeamView } from './team/TeamView.tsx';

const Bar = styled(AppBar)(({ theme }) => ({
  '& .brand': {
    marginInlineEnd: theme.spacing(1),
    [theme.breakpoints.down('lg')]: { marginInlineEnd: 'auto' },
    color: theme.vars.palette.text.primary,
  },
  '& nav': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5),
    marginInlineEnd: 'auto',
    // One line that scrolls, because the bar stays in view.
    [theme.breakpoints.down('lg')]: { order: 1, flex: '1 0 100%', flexWrap: 'nowrap', overflowX: 'auto' },
  },
  '& nav a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    paddingInline: theme.spacing(1.5),
    whiteSpace: 'nowrap',
    borderRadius: 999,
    color: theme.vars.palette.text.primary,
    fontWeight: 600,
    textDecoration: 'none',
    '&:hover': { backgroundColor: theme.vars.palette.tint },
    '&[aria-current]': { backgroundColor: theme.vars.palette.tint, color: theme.vars.palette.primary.main },
  },
  '& .who': {
    margin: 0,
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    [theme.breakpoints.down('md')]: { display: 'none' },
  },
  '& .MuiToolbar-root': {
    flexWrap: 'wrap',
    gap: theme.spacing(1),
    paddingInline: theme.spacing(2),
    [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(3) },
    [theme.breakpoints.down('sm')]: { paddingBlock: theme.spacing(1) },
  },
  [theme.breakpoints.down('sm')]: { '& .brand .name': { display: 'none' } },
}));

const views = {
  plan: 'Day plan',
  blocked: 'Blocked times',
  people: 'People',
  money: 'Money',
  enquiries: 'Enquiries',
  reports: 'Reports',
  audit: 'Audit',
  team: 'Team',
} as const;
type View = keyof typeof views;

/** The desk: for those who work here, after signing in. `now`: the server's clock, milliseconds since 1970. */
export const Desk = ({ now }: { now: () => number }) => (
  <PageErrorBoundary>
    <FlowSection needs={['session', 'staff']} level="h1">
      <SignedIn now={now} />
    </FlowSection>
  </PageErrorBoundary>
);

function SignedIn({ now }: { now: () => number }) {
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
  return isSignedIn && userId !== undefined ? <ForStaff userId={userId} now={now} /> : <DeskSignIn />;
}

function ForStaff({ userId, now }: { userId: string; now: () => number }) {
  const session = useFlow('session');
  const { data: staff, failure, isBusy, refresh } = useResource('staff', userId);
  const [query] = useSearchParams();
  const asked = query.get('view') ?? 'plan';
  const view: View = asked in views ? (asked as View) : 'plan';
  const signOut = () => session.send({ type: 'session.signOutRequested' });

  const factorCode = staff || isBusy ? null : failure?.code;
  if (factorCode === 'second-factor-needed' || factorCode === 'second-factor-missing') {
    return <FactorGate isMissing={factorCode === 'second-factor-missing'} onSignOut={signOut} />;
  }
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
  return (
    <>
      <Bar position="sticky">
        <Toolbar>
          <span className="brand">
            <Brandmark />
          </span>
          <nav aria-label="Desk">
            {Object.entries(views).map(([name, title]) => (
              <Link
                key={name}
                href={name === 'plan' ? '/desk' : `/desk?view=${name}`}
                aria-current={view === name ? 'page' : undefined}
              >
                {title}
              </Link>
            ))}
          </nav>
          <p className="who">
            {staff.name}, {staff.role}
          </p>
          <Button variant="outlined" size="small" onClick={signOut}>
            LOG OUT
          </Button>
        </Toolbar>
      </Bar>
      <main id="main" tabIndex={-1}>
        <Container maxWidth={false} sx={{ paddingBlock: 3, maxWidth: '112rem' }}>
          <Typography variant="h1" sx={{ fontSize: { xs: '1.75rem', md: '2.25rem' }, marginBlockEnd: 2 }}>
            {views[view]}
          </Typography>
          {view === 'plan' && <DayPlanView now={now} />}
          {view === 'blocked' && <BlockOutsView now={now} />}
          {view === 'people' && <PeopleView staff={staff} now={now} />}
          {view === 'money' && <MoneyView staff={staff} />}
          {view === 'enquiries' && <EnquiriesView />}
          {view === 'reports' && <ReportsView now={now} />}
          {view === 'audit' && <AuditView />}
          {view === 'team' && <TeamView staff={staff} />}
        </Container>
      </main>
    </>
  );
}
