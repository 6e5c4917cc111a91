import Button from '@mui/material/Button';
import { useSelector } from '../system/useSelector.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';
import { FlowSection } from '../errors/FlowSection.tsx';

/** If it cannot be loaded, nothing is rendered; the header works without it. */
const SignedInLinks = lazy<ComponentType<{ userId: string }>>(() =>
  import('./SignedInLinks.tsx').catch(() => ({ default: () => null })),
);

/** The signed-out and the signed-in buttons share a grid cell, so that nothing moves when the session is restored. */
const Actions = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  '& .MuiButton-root': { flex: 'none' },
});

const Buttons = styled('div')({
  gridArea: '1 / 1',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 'inherit',
  '&[data-concealed]': {
    visibility: 'hidden',
    // Without scripts the session is never restored.
    '@media (scripting: none)': { visibility: 'visible' },
  },
});

/**
 * LOG OUT for a signed-in user, otherwise SIGN IN and JOIN US; nothing while the session is being restored. LOG OUT is also
 * shown while the server cannot be reached to restore the session.
 */
export function SessionActions({ className }: { className?: string }) {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const canLogOut = useSelector(
    session,
    (snapshot) => snapshot.hasTag('signedIn') || snapshot.matches('waitingToRecover'),
  );
  const userId = useSelector(session, ({ context }) => context.session?.user.id ?? null);
  const isSignedOut = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));

  return (
    <Actions data-flow="session" data-state={state} {...(className ? { className } : {})}>
      <Buttons data-concealed={isSignedOut ? undefined : ''}>
        <Button href="/login" variant="text" size="small">
          SIGN IN
        </Button>
        <Button href="/join-us" size="small">
          JOIN US
        </Button>
      </Buttons>
      {canLogOut && (
        <Buttons>
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
        </Buttons>
      )}
    </Actions>
  );
}
