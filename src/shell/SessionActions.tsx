import { useSelector } from '@xstate/react';
import { Button } from '../controls/Button.tsx';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

/**
 * LOG OUT for who is signed in, SIGN IN and JOIN US for who is not; nothing while that is being found out. Who waits for
 * the server to say so may log out instead.
 */
export function SessionActions({ className }: { className?: string }) {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const mayLogOut = useSelector(
    session,
    (snapshot) => snapshot.hasTag('signedIn') || snapshot.matches('recoveringLater'),
  );
  const isSignedOut = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));

  return (
    <div data-flow="session" data-state={state} {...(className ? { className } : {})}>
      {mayLogOut && (
        <Button weight="outlined" isSmall onClick={() => session.send({ type: 'session.signOutRequested' })}>
          LOG OUT
        </Button>
      )}
      {isSignedOut && (
        <>
          <ButtonLink to="/login" weight="quiet" isSmall>
            SIGN IN
          </ButtonLink>
          <ButtonLink to="/join-us" isSmall>
            JOIN US
          </ButtonLink>
        </>
      )}
    </div>
  );
}
