import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { inFlowSection } from '../shell/FlowSection.tsx';
import { LinkRead } from '../shell/LinkNotices.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { isLinkFragment } from '../effects/linkFragment.ts';
import { LinkForm } from './LinkForm.tsx';
import { LinkUnusable, LinkUsed } from './linkNotices.tsx';

export { recoveryFlows as flows } from '../../machines/recoveryFlows.ts';

/** The page that the link of a letter leads to. Opening it changes nothing (decision 0045). */
function LinkPage() {
  const link = useFlow('link');
  const state = useSelector(link, ({ value }) => statePath(value));
  const details = useSelector(link, ({ context }) => context.details);
  const { pathname, hash } = useLocation();

  useEffect(() => () => link.send({ type: 'link.left' }), [link]);

  // Another letter's link to the same page changes only the fragment; so does a jump within the page.
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (opened.current !== null && (hash === opened.current || !isLinkFragment(hash))) return;
    opened.current = hash;
    link.send({ type: 'link.opened' });
  }, [link, hash]);

  return (
    <div data-flow="link" data-state={state}>
      <PageTitle>{pathname === '/reset-password' ? 'New password' : 'Confirm your address'}</PageTitle>
      {(state === 'hidden' || state === 'reading') && <LinkRead />}
      {(state === 'failed' || state === 'over') && (
        <LinkUnusable
          isOver={state === 'over'}
          isReset={pathname === '/reset-password'}
          wasPressed={details !== null}
          onRetry={() => link.send({ type: 'link.retried' })}
        />
      )}
      {(state === 'ready' || state === 'using') && details && <LinkForm details={details} />}
      {state === 'used' && details && <LinkUsed details={details} />}
    </div>
  );
}

export default inFlowSection(['link', 'session', 'member'], LinkPage);
