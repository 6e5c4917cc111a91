import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { AlertIcon, OfflineIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { PageLoadError } from './PageLoadError.ts';
import { useSelector } from '../system/useSelector.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** In milliseconds. A page that fails again within this time after it was rendered again is shown as failed. */
const RECOVERY_MS = 5000;
let lastRecovery = Number.NEGATIVE_INFINITY;

/** `sinceLast`: the time since a page was rendered again after a failure, in milliseconds. */
export const isRenderedAfresh = (error: unknown, sinceLast: number): boolean =>
  !(error instanceof PageLoadError) && sinceLast > RECOVERY_MS;

/** The router forgets a page's failure when it navigates, so this navigates to the same address. */
function useRenderAfresh(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
}

/**
 * Replaces a page that failed, or whose code could not be loaded. The navigation bar and the footer stay usable. A page that
 * fails is rendered again once, because the failure may come from outside: extensions and translations change the document
 * that React renders.
 */
export function PageFailure() {
  const error = useRouteError();
  const renderAfresh = useRenderAfresh();
  const [recovers] = useState(() => isRenderedAfresh(error, performance.now() - lastRecovery));
  useEffect(() => {
    if (!recovers) return;
    lastRecovery = performance.now();
    renderAfresh();
    // Once for each failure.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  if (recovers) return null;
  return error instanceof PageLoadError ? <PageNotLoaded onRetry={renderAfresh} /> : <PageFailed />;
}

function PageNotLoaded({ onRetry }: { onRetry: () => void }) {
  const isOffline = useSelector(
    useOptionalFlow('connection'),
    (snapshot) => snapshot?.matches('offline') ?? false,
  );
  const retry = () => {
    // The pressed button disappears, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <Stack sx={{ minHeight: 'calc(100vh - 8rem)', justifyContent: 'center' }} role="alert">
      <PageTitle>Page not loaded</PageTitle>
      <Notice
        level="h1"
        icon={<OfflineIcon />}
        title="This page could not be loaded"
        text={
          isOffline
            ? 'You are offline. Try again when you are back online: your selection is saved.'
            : 'The connection was lost, or the site has just been updated. Your selection is saved.'
        }
      >
        <Button startIcon={<RefreshIcon />} onClick={retry}>
          Try again
        </Button>
        {/* After a deployment only a reload loads the new file names. Offline, a reload would lose the page. */}
        {!isOffline && (
          <Button variant="outlined" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </Notice>
    </Stack>
  );
}

const PageFailed = () => (
  <Stack sx={{ minHeight: 'calc(100vh - 8rem)', justifyContent: 'center' }} role="alert">
    <PageTitle>Something went wrong</PageTitle>
    <Notice
      level="h1"
      icon={<AlertIcon />}
      title="This page could not be shown"
      text="Something went wrong on our side. Your selection is saved."
    >
      <Button startIcon={<RefreshIcon />} onClick={() => location.reload()}>
        Reload the page
      </Button>
      <Button component="a" variant="outlined" href="/">
        Go to the home page
      </Button>
    </Notice>
  </Stack>
);
