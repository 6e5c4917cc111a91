import { useSelector } from '../../app/system/useSelector.ts';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkLoading } from '../../app/errors/LinkNotices.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { isLinkFragment } from '../../../domain/account/linkFragment.ts';
import { ClaimForm, LinkDoubt } from './LinkDoubt.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkDisowned, type LinkPageKind, LinkUnusable, LinkUsed } from './linkNotices.tsx';
import { useWhileShown } from '../../app/system/useWhileShown.ts';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

const pages: Readonly<Record<string, LinkPageKind>> = {
  '/reset-password': 'reset',
  '/staff-invitation': 'invitation',
};

const titles: Readonly<Record<LinkPageKind, string>> = {
  reset: 'New password',
  invitation: 'Join the team',
  address: 'Confirm your address',
};

/** By the flow's state, before the link is used. */
const views: Readonly<Record<string, 'form' | 'doubt' | 'claim'>> = {
  ready: 'form',
  doubted: 'doubt',
  disowning: 'doubt',
  claimable: 'claim',
};

/** Opening the page changes nothing, because mail scanners open links. */
export default function LinkPage() {
  const link = useFlow('link', lazyFlows.recoveryFlows);
  const state = useSelector(link, ({ value }) => statePath(value));
  const details = useSelector(link, ({ context }) => context.details);
  const linkForm = useSelector(link, ({ children }) => children.use);
  const claimForm = useSelector(link, ({ children }) => children.claim);
  const { pathname, search, hash } = useLocation();
  const page = pages[pathname.replace(/\/$/, '')] ?? 'address';

  // The link of another email to the same page changes only the fragment, and so does an anchor link within the page.
  const [openedHash, setOpenedHash] = useState(hash);
  if (hash !== openedHash && isLinkFragment(hash)) setOpenedHash(hash);
  const isNotMe = new URLSearchParams(search).has('not-me');
  useWhileShown(link, { shown: { type: 'link.opened', isNotMe }, left: { type: 'link.left' } }, openedHash);

  // A press replaces one view by another and removes the pressed button.
  const view = views[state] ?? null;
  const container = useRef<HTMLDivElement>(null);
  useAfterChange(view, (previous) => {
    if (view !== null && previous !== null) container.current?.focus();
  });

  return (
    <div data-flow="link" data-state={state}>
      <PageTitle>{titles[page]}</PageTitle>
      {(state === 'hidden' || state === 'reading') && <LinkLoading />}
      {(state === 'failed' || state === 'over') && (
        <LinkUnusable
          isInvalid={state === 'over'}
          page={page}
          replacesForm={details !== null}
          onRetry={() => link.send({ type: 'link.retried' })}
        />
      )}
      <div ref={container} tabIndex={-1} style={{ outline: 'none' }}>
        {linkForm && details && <LinkForm details={details} flow={linkForm} />}
        {view === 'doubt' && details && <LinkDoubt details={details} />}
        {claimForm && details && <ClaimForm details={details} flow={claimForm} />}
      </div>
      {state === 'disowned' && details && <LinkDisowned details={details} />}
      {(state === 'used' || state === 'claimed') && details && (
        <LinkUsed details={details} isClaimed={state === 'claimed'} />
      )}
    </div>
  );
}
