import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
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

/** Catches a page's errors, including failed loads. The navigation bar and the footer stay usable. */
export class PageErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A page could not be shown.', error, componentStack);
  }

  override componentWillUnmount(): void {
    this.resetError();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
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
