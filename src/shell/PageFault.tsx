import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { AlertIcon } from '../icons/interface.tsx';
import { Notice } from './Notice.tsx';
import { PageTitle } from './PageTitle.tsx';

interface Props {
  children: ReactNode;
}

/** Catches what a page throws, be it a bug or a part that could not be fetched; the bar and the foot stay usable. */
export class PageFault extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A page could not be shown.', error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <PageTitle>Something went wrong</PageTitle>
        <Notice
          level="h1"
          icon={<AlertIcon />}
          title="This page could not be shown"
          text="Something went wrong on our side, or the connection was lost. Your selection is kept."
        >
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <ButtonLink weight="outlined" to="/" reloadDocument>
            Go to the home page
          </ButtonLink>
        </Notice>
      </>
    );
  }
}
