import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { LinkDetails } from '../../contract/links.ts';
import { AlertIcon, SuccessIcon } from '../icons/interface.tsx';
import { LinkUnread } from '../shell/LinkNotices.tsx';
import { Notice } from '../shell/Notice.tsx';
import { useOtherAccount } from './useOtherAccount.ts';
import { useFlow } from '../system/flows.ts';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';

interface UnusableProps {
  isOver: boolean;
  /** It was to set a new password. */
  isReset: boolean;
  /** It was read before, and failed when its button was pressed: the form that had the focus is gone. */
  wasPressed: boolean;
  onRetry: () => void;
}

/** The link cannot be used any more, or could not be read. */
export function LinkUnusable({ isOver, isReset, wasPressed, onRetry }: UnusableProps) {
  const isSignedIn = useSelector(useFlow('session'), (snapshot) => snapshot.hasTag('signedIn'));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasPressed) place.current?.focus();
  }, [wasPressed]);
  return (
    <div ref={place} tabIndex={-1} role="alert" style={{ outline: 'none' }}>
      {isOver ? (
        <Notice
          level="h1"
          icon={<AlertIcon />}
          title="This link does not work any more"
          text={
            isReset
              ? 'It has been used, a newer letter has replaced it, it is too old, or a part of it is missing. You can ask for another one.'
              : 'It has been used, a newer letter has replaced it, it is too old, or a part of it is missing. Your profile can send another one.'
          }
        >
          {isReset && <Button href="/forgot-password">Ask for another link</Button>}
          <Button href={isSignedIn ? '/profile' : '/login'} variant={isReset ? 'outlined' : 'contained'}>
            {isSignedIn ? 'My profile' : 'Sign in'}
          </Button>
        </Notice>
      ) : (
        <LinkUnread onRetry={onRetry} />
      )}
    </div>
  );
}

const results: Readonly<Record<LinkDetails['action'], { title: string; text: (email: string) => string }>> = {
  reset: {
    title: 'Your password is changed',
    text: (email) => `${email} is signed out on all devices. Sign in with your new password.`,
  },
  confirm: { title: 'Thank you', text: (email) => `${email} is confirmed.` },
  change: { title: 'Your address is changed', text: (email) => `From now on you sign in with ${email}.` },
  register: {
    title: 'Your account is ready',
    text: (email) => `${email} is confirmed. Sign in with it and your password.`,
  },
};

/** What the link did. The heading is focused, because the form that was left is gone. */
export function LinkUsed({ details: { action, email } }: { details: LinkDetails }) {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const other = useOtherAccount({ action, email });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const logOut = () => {
    // This button goes.
    place.current?.focus();
    session.send({ type: 'session.signOutRequested' });
  };
  const { title, text } = results[action];
  const leadsToProfile = isSignedIn && (action === 'confirm' || action === 'change');
  const stays = other === null ? '' : ` You are still signed in as ${other} in this browser.`;
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Notice level="h1" icon={<SuccessIcon />} title={title} text={text(email) + stays}>
        {other !== null ? (
          <Button onClick={logOut}>Log out</Button>
        ) : leadsToProfile ? (
          <Button href="/profile">My profile</Button>
        ) : (
          <Button href="/login">Sign in</Button>
        )}
        <Button href="/meeting-room" variant="outlined">
          Find a meeting room
        </Button>
      </Notice>
    </div>
  );
}
