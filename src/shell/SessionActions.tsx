import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';

/** Both variants share a grid cell, so that nothing moves when the session is restored. */
const Place = styled('div')({
  display: 'grid',
  alignItems: 'center',
  justifyItems: 'end',
  '& > *': { gridArea: '1 / 1', display: 'flex', alignItems: 'center', gap: 'inherit' },
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
