import type { ReactNode } from 'react';

/** A link that cannot be followed now: read as a link that is not available, passed over by Tab, dead to clicks. */
export const InertLink = ({ children, className }: { children: ReactNode; className?: string }) => (
  // The placeholder link of HTML: an <a> without a target, so that no click can reload the page.
  <span role="link" aria-disabled="true" {...(className ? { className } : {})}>
    {children}
  </span>
);
