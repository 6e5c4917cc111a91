import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { AlertIcon, OfflineIcon, RefreshIcon } from '../icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { PageNotFetched } from './lazyPage.tsx';
import { Notice } from './Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

interface Props {
  children: ReactNode;
}

const Middle = styled('div')({ display: 'grid', alignContent: 'center', minHeight: 'calc(100vh - 8rem)' });

/** Catches a page's errors, including failed loads; the bar and the footer stay usable. */
export class PageErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A page could not be shown.', error, componentStack);
  }

  override componentWillUnmount(): void {
    this.forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return error instanceof PageNotFetched ? <NotFetched onRetry={this.retry} /> : <Broken />;
  }

  private readonly retry = (): void => {
    this.forget();
    // The pressed button disappears, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    this.setState({ error: null });
  };

  private forget(): void {
    if (this.state.error instanceof PageNotFetched) this.state.error.forget();
  }
}

function NotFetched({ onRetry }: { onRetry: () => void }) {
  const isOffline = useSelector(
    useOptionalFlow('connection'),
    (snapshot) => snapshot?.matches('offline') ?? false,
  );
  return (
    <Middle role="alert">
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
        {/* After a deployment only a reload knows the new file names; offline, a reload would lose the page. */}
        {!isOffline && (
          <Button variant="outlined" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </Notice>
    </Middle>
  );
}

const Broken = () => (
  <Middle role="alert">
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
  </Middle>
);
