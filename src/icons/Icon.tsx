import type { ReactNode, SVGProps } from 'react';

/** A picture of 24 by 24 drawn in the text's colour and size. Decoration: whoever uses it says in words what it means. */
export function Icon({ children, ...rest }: SVGProps<SVGSVGElement> & { children?: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {children}
    </svg>
  );
}
