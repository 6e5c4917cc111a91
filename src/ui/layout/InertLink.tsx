import type { ReactNode } from 'react';

/** Screen readers announce the link as unavailable, Tab skips it, and clicks have no effect. */
export const InertLink = ({ children, className }: { children: ReactNode; className?: string }) => (
  // A span has no target, so a click cannot reload the page.
  <span role="link" aria-disabled="true" {...(className ? { className } : {})}>
    {children}
  </span>
);
