import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { brand } from '../../domain/brand.ts';
import { returnPath } from '../../domain/returnPath.ts';
import { Picture } from '../pictures/Picture.tsx';
import { inFlowSection } from '../shell/FlowSection.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useFlow } from '../system/flows.ts';
import { useIsHydrating } from '../system/hydrating.ts';
import { styled } from '@mui/material/styles';
import { RefreshingSession } from './RefreshingSession.tsx';
import { SignInForm } from './SignInForm.tsx';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(6),
  alignItems: 'center',
  paddingBlock: theme.spacing(5, 8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.15fr) minmax(22rem, 27rem)',
    minHeight: 'calc(100vh - 8rem)',
    paddingBlock: theme.spacing(6),
  },
  '& .photo': {
    aspectRatio: '4 / 3',
    borderRadius: 28,
    [theme.breakpoints.down('md')]: { display: 'none' },
  },
  '& .panel': { width: '100%', maxWidth: '27rem', marginInline: 'auto' },
  '& h1': { fontSize: 'clamp(2rem, 1.6rem + 1.6vw, 2.75rem)' },
  '& .lead': { margin: theme.spacing(1, 0, 4), color: theme.vars.palette.text.secondary },
}));

/** Sign-in. A signed-in visitor is redirected to the page requested before (ruling 11). */
function LoginPage() {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isRefreshing = useSelector(session, (snapshot) => snapshot.hasTag('refreshing'));
  const isHydrating = useIsHydrating();
  const [query] = useSearchParams();

  if (isSignedIn) return <Navigate to={returnPath(query.get('next'))} replace />;
  if (isRefreshing && !isHydrating) return <RefreshingSession />;

  return (
    <Page>
      <PageTitle>Sign in</PageTitle>
      <Picture
        className="photo"
        path="/images/room-02-round-oak-6.jpg"
        alt=""
        sizes="(min-width: 900px) 55vw, 0px"
      />
      <div className="panel">
        <Typography variant="h1">Good to see you</Typography>
        <p className="lead">
          Sign in to book rooms, see your bookings and use your Lit points at {brand.name}.
        </p>
        <SignInForm from="page" />
      </div>
    </Page>
  );
}

export default inFlowSection(['session'], LoginPage);
