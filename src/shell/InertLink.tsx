import type { ReactNode } from 'react';

/** A disabled link: read as unavailable, skipped by Tab, ignoring clicks. */
export const InertLink = ({ children, className }: { children: ReactNode; className?: string }) => (
  // An element without a target, so that no click can reload the page.
  <span role="link" aria-disabled="true" {...(className ? { className } : {})}>
    {children}
  </span>
);
