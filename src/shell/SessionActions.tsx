import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';

/** Both lie in the same place, as wide as the wider one: nothing beside them moves when it is known who one is. */
const Place = styled('div')({
  display: 'grid',
  alignItems: 'center',
  justifyItems: 'end',
  '& > *': { gridArea: '1 / 1', display: 'flex', alignItems: 'center', gap: 'inherit' },
  '& > [data-concealed]': { visibility: 'hidden' },
  // Where no script will ever find out who one is, one is a visitor.
  '@media (scripting: none)': { '& > [data-concealed]': { visibility: 'visible' } },
});

/**
 * LOG OUT for who is signed in, SIGN IN and JOIN US for who is not; nothing while that is being found out. Who waits for
 * the server to say so may log out instead.
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
