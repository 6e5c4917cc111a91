import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
}

/** Leaves out a section that throws, for example because it could not be loaded; the page around it stays. */
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
