import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
}

/** Keeps what a part throws from the page around it, as when it could not be fetched; the part is left out. */
export class SectionErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the page could not be shown.', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
