import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { inFlowSection } from '../shell/FlowSection.tsx';
import { LinkLoading } from '../shell/LinkNotices.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { isLinkFragment } from '../effects/linkFragment.ts';
import { LinkForm } from './LinkForm.tsx';
import { LinkDisowned, LinkUnusable, LinkUsed } from './linkNotices.tsx';

export { recoveryFlows as flows } from '../../machines/recoveryFlows.ts';

/** The page that an email's link opens. Opening it changes nothing (decision 0045). */
function LinkPage() {
  const link = useFlow('link');
  const state = useSelector(link, ({ value }) => statePath(value));
  const details = useSelector(link, ({ context }) => context.details);
  const { pathname, hash } = useLocation();

  useEffect(() => () => link.send({ type: 'link.left' }), [link]);

  // The link of another email to the same page changes only the fragment, and so does an anchor link within the page.
  const openedHash = useRef<string | null>(null);
  useEffect(() => {
    if (openedHash.current !== null && (hash === openedHash.current || !isLinkFragment(hash))) return;
    openedHash.current = hash;
    link.send({ type: 'link.opened' });
  }, [link, hash]);

  return (
    <div data-flow="link" data-state={state}>
      <PageTitle>{pathname === '/reset-password' ? 'New password' : 'Confirm your address'}</PageTitle>
      {(state === 'hidden' || state === 'reading') && <LinkLoading />}
      {(state === 'failed' || state === 'over') && (
        <LinkUnusable
          isInvalid={state === 'over'}
          isReset={pathname === '/reset-password'}
          replacesForm={details !== null}
          onRetry={() => link.send({ type: 'link.retried' })}
        />
      )}
      {(state === 'ready' || state === 'using' || state === 'disowning') && details && (
        <LinkForm details={details} />
      )}
      {state === 'disowned' && details && <LinkDisowned details={details} />}
      {state === 'used' && details && <LinkUsed details={details} />}
    </div>
  );
}

export default inFlowSection(['link', 'session', 'member'], LinkPage);
