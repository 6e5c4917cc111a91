import { useSelector } from '../../app/system/useSelector.ts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { brand } from '../../../domain/content/brand.ts';
import { returnPath } from '../../../domain/account/returnPath.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useFlow } from '../../app/system/flows.ts';
import { useIsHydrating } from '../../app/system/useIsHydrating.ts';
import { EntryPage } from './EntryPage.tsx';
import { RefreshingSession } from '../RefreshingSession.tsx';
import { SignInForm } from '../SignInForm.tsx';

/** A signed-in visitor is redirected to the page that was requested before (ruling 11). */
export default function LoginPage() {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isRefreshing = useSelector(session, (snapshot) => snapshot.hasTag('refreshing'));
  const isHydrating = useIsHydrating();
  const [query] = useSearchParams();

  if (isSignedIn) return <Navigate to={returnPath(query.get('next'))} replace />;
  if (isRefreshing && !isHydrating) return <RefreshingSession />;

  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <EntryPage
        title="Good to see you"
        lead={`Sign in to book rooms, see your bookings and use your Lit points at ${brand.name}.`}
      >
        <SignInForm from="page" />
      </EntryPage>
    </>
  );
}
