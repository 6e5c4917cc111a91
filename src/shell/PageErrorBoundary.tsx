import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { Component, type ErrorInfo, Fragment, type ReactNode } from 'react';
import { AlertIcon, OfflineIcon, RefreshIcon } from '../icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { PageLoadError } from './lazyPage.tsx';
import { Notice } from './Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

interface Props {
  children: ReactNode;
}

const CenteredPage = styled('div')({
  display: 'grid',
  alignContent: 'center',
  minHeight: 'calc(100vh - 8rem)',
});

/** A page that fails again within this time after it was rendered afresh is shown as failed, in milliseconds. */
const RECOVERY_MS = 5000;

interface State {
  error: unknown;
  /** Counts how often the page was rendered afresh. */
  attempt: number;
}

/**
 * Catches a page's errors, including failed loads. The navigation bar and the footer stay usable. A page that fails is rendered
 * afresh once, because the failure may come from outside: extensions and translations change the document that React renders.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, attempt: 0 };
  private lastAttempt = Number.NEGATIVE_INFINITY;

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A page could not be shown.', error, componentStack);
    if (error instanceof PageLoadError || performance.now() - this.lastAttempt < RECOVERY_MS) return;
    this.lastAttempt = performance.now();
    this.setState(({ attempt }) => ({ error: null, attempt: attempt + 1 }));
  }

  override componentWillUnmount(): void {
    this.resetError();
  }

  override render(): ReactNode {
    const { error, attempt } = this.state;
    if (error === null) return <Fragment key={attempt}>{this.props.children}</Fragment>;
    return error instanceof PageLoadError ? <PageNotLoaded onRetry={this.retry} /> : <PageFailed />;
  }

  private readonly retry = (): void => {
    this.resetError();
    // The pressed button disappears, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    this.setState({ error: null });
  };

  private resetError(): void {
    if (this.state.error instanceof PageLoadError) this.state.error.reset();
  }
}

function PageNotLoaded({ onRetry }: { onRetry: () => void }) {
  const isOffline = useSelector(
    useOptionalFlow('connection'),
    (snapshot) => snapshot?.matches('offline') ?? false,
  );
  return (
    <CenteredPage role="alert">
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
        <Button startIcon={<RefreshIcon />} onClick={onRetry}>
          Try again
        </Button>
        {/* After a deployment only a reload loads the new file names. Offline, a reload would lose the page. */}
        {!isOffline && (
          <Button variant="outlined" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </Notice>
    </CenteredPage>
  );
}

const PageFailed = () => (
  <CenteredPage role="alert">
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
  </CenteredPage>
);
