import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

/** LOG OUT for who is signed in, SIGN IN and JOIN US for who is not; nothing while that is being found out. */
export function SessionActions({ className }: { className?: string }) {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isSignedOut = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));

  return (
    <div data-flow="session" data-state={state} {...(className ? { className } : {})}>
      {isSignedIn && (
        <Button
          variant="outlined"
          size="small"
          onClick={() => session.send({ type: 'session.signOutRequested' })}
        >
          LOG OUT
        </Button>
      )}
      {isSignedOut && (
        <>
          <Button component={Link} to="/login" variant="text" size="small">
            SIGN IN
          </Button>
          <Button component={Link} to="/join-us" variant="contained" size="small">
            JOIN US
          </Button>
        </>
      )}
    </div>
  );
}
