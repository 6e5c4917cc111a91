import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';
import { FlowSection } from './FlowSection.tsx';

/** Who is signed in. A header without it still works. */
const SignedInLinks = lazy<ComponentType<{ userId: string }>>(() =>
  import('./SignedInLinks.tsx').catch(() => ({ default: () => null })),
);

/** Both variants share a grid cell, so that nothing moves when the session is restored. */
const Place = styled('div')({
  display: 'grid',
  alignItems: 'center',
  '& > *': {
    gridArea: '1 / 1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 'inherit',
  },
  '& > [data-concealed]': { visibility: 'hidden' },
  // Without scripts the session is never restored.
  '@media (scripting: none)': { '& > [data-concealed]': { visibility: 'visible' } },
});

/**
 * LOG OUT when signed in, else SIGN IN and JOIN US; nothing while the session is being restored. When the server does not
 * answer, LOG OUT is offered as well.
 */
export function SessionActions({ className }: { className?: string }) {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const mayLogOut = useSelector(
    session,
    (snapshot) => snapshot.hasTag('signedIn') || snapshot.matches('waitingToRecover'),
  );
  const userId = useSelector(session, ({ context }) => context.session?.user.id ?? null);
  const isSignedOut = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));

  return (
    <Place data-flow="session" data-state={state} {...(className ? { className } : {})}>
      <div data-concealed={isSignedOut ? undefined : ''}>
        <Button href="/login" variant="text" size="small">
          SIGN IN
        </Button>
        <Button href="/join-us" size="small">
          JOIN US
        </Button>
      </div>
      {mayLogOut && (
        <div>
          {userId !== null && (
            <FlowSection needs={['member']} fallback="nothing">
              <Suspense>
                <SignedInLinks userId={userId} />
              </Suspense>
            </FlowSection>
          )}
          <Button
            variant="outlined"
            size="small"
            onClick={() => session.send({ type: 'session.signOutRequested' })}
          >
            LOG OUT
          </Button>
        </div>
      )}
    </Place>
  );
}
