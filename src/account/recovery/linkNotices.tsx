import Button from '@mui/material/Button';
import { type RefObject, useEffect, useRef } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import { isAboutUnproven, type LinkDetails } from '../../../machines/account/link.ts';
import { AlertIcon, SuccessIcon } from '../../ui/icons/interface.tsx';
import { LinkNotLoaded } from '../../app/errors/LinkNotices.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { useOtherAccount } from './useOtherAccount.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

/** Focuses the element when it appears, because it replaces the focused one. `isWanted`: false for an element that replaces nothing. */
function useFocusOnMount(isWanted = true): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}

/** The page of the link. */
export type LinkPageKind = 'reset' | 'invitation' | 'address';

const OVER = 'It has been used, a newer email has replaced it, it is too old, or part of it is missing.';
const overTexts: Readonly<Record<LinkPageKind, string>> = {
  reset: `${OVER} You can request another one.`,
  invitation:
    'It has been used or withdrawn, a newer email has replaced it, it is too old, or part of it is missing. The owner who invited you can send another one.',
  address: `${OVER} You can request another one in your profile.`,
};

interface UnusableProps {
  isInvalid: boolean;
  page: LinkPageKind;
  /** The link failed when its form was submitted, so this notice replaces the focused form. */
  replacesForm: boolean;
  onRetry: () => void;
}

/** `isInvalid`: the link is no longer valid. Otherwise it could not be loaded. */
export function LinkUnusable({ isInvalid, page, replacesForm, onRetry }: UnusableProps) {
  const isReset = page === 'reset';
  const isSignedIn = useSelector(useFlow('session'), (snapshot) => snapshot.hasTag('signedIn'));
  const container = useFocusOnMount(replacesForm);
  return (
    <div ref={container} tabIndex={-1} role="alert" style={{ outline: 'none' }}>
      {isInvalid ? (
        <Notice level="h1" icon={<AlertIcon />} title="This link no longer works" text={overTexts[page]}>
          {isReset && <Button href="/forgot-password">Request another link</Button>}
          <Button href={isSignedIn ? '/profile' : '/login'} variant={isReset ? 'outlined' : 'contained'}>
            {isSignedIn ? 'My profile' : 'Sign in'}
          </Button>
        </Notice>
      ) : (
        <LinkNotLoaded onRetry={onRetry} />
      )}
    </div>
  );
}

const resultTexts: Readonly<
  Record<LinkDetails['action'], { title: string; text: (email: string) => string }>
> = {
  reset: {
    title: 'Your password has been changed',
    text: (email) => `${email} is signed out on all devices. Sign in with your new password.`,
  },
  confirm: { title: 'Thank you', text: (email) => `${email} is confirmed.` },
  change: {
    title: 'Your address has been changed',
    text: (email) => `From now on you sign in with ${email}.`,
  },
  invitation: {
    title: 'Welcome to the team',
    text: (email) => `Sign in to the desk with ${email}. It asks for a second factor if your role needs one.`,
  },
  register: {
    title: 'Your account is ready',
    text: (email) => `${email} is confirmed. Sign in with it and your password.`,
  },
};

const claimedText = {
  title: 'The account is yours',
  text: (email: string) => `${email} is confirmed. Sign in with it and your new password.`,
};

/**
 * The reader did not ask for the link, so the link has ended. The notice takes the focus, because the focused form is
 * removed.
 */
export function LinkDisowned({ details }: { details: LinkDetails }) {
  const container = useFocusOnMount();
  const title = 'Thank you for telling us';
  return (
    <div ref={container} tabIndex={-1} style={{ outline: 'none' }}>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Notice
        level="h1"
        icon={<SuccessIcon />}
        title={title}
        text={
          isAboutUnproven(details)
            ? `The account no longer has the address ${details.email}. You can register with it.`
            : 'The link no longer works, and nothing has changed.'
        }
      >
        <Button href="/meeting-room">Find a meeting room</Button>
        {details.account?.kind === 'desk-made' && (
          <Button href="/about-us#contact" variant="outlined">
            Write to us
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** Takes the focus, because the focused form is removed. */
export function LinkUsed({
  details: { action, email },
  isClaimed,
}: {
  details: LinkDetails;
  isClaimed: boolean;
}) {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const otherAccount = useOtherAccount({ action, email });
  const container = useFocusOnMount();
  const logOut = () => {
    // The focus moves before this button is removed.
    container.current?.focus();
    session.send({ type: 'session.signOutRequested' });
  };
  const { title, text } = isClaimed ? claimedText : resultTexts[action];
  const leadsToProfile = isSignedIn && (action === 'confirm' || action === 'change');
  const stillSignedInText =
    otherAccount === null ? '' : ` You are still signed in as ${otherAccount} in this browser.`;
  return (
    <div ref={container} tabIndex={-1} style={{ outline: 'none' }}>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Notice level="h1" icon={<SuccessIcon />} title={title} text={text(email) + stillSignedInText}>
        {otherAccount !== null ? (
          <Button onClick={logOut}>Log out</Button>
        ) : action === 'invitation' ? (
          <Button component="a" href="/desk">
            Open the desk
          </Button>
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
