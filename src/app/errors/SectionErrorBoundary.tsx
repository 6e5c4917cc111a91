import { Component, type ReactNode } from 'react';
import { PageLoadError } from './PageLoadError.ts';

interface Props {
  children: ReactNode;
}

/** Removes a section that throws. The rest of the page stays, and says so if the section's code could not be loaded. */
export class SectionErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the page could not be shown.', error);
    if (error instanceof PageLoadError) document.documentElement.dataset['notLoaded'] = '';
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
